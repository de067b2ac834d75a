/** A request to melt as whoever moves it needs it; its case is held before it. */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { Refusal } from '../../refusals.ts'
import type { AssayMethod } from '../case-rules.ts'
import type { MeltingState } from './melting-rules.ts'

export type MeltingPiece = {
  position: number
  serial: string
  gross: bigint
  fineness: number
  after: bigint | null
  found: number | null
  method: AssayMethod | null
}
export type HeldMelting = {
  id: string
  state: MeltingState
  startedBy: string | null
  startedAt: Date | null
  isLate: boolean
  pieces: MeltingPiece[]
}

export const readMeltingPieces = (db: Queryable, id: string): Promise<MeltingPiece[]> =>
  db.rows<MeltingPiece>(sql`
    select m.position, p.serial, m.gross_e4 as gross, m.fineness, m.after_e4 as after, m.found, m.method
    from goldback.melting_pieces m join goldback.pieces p using (case_id, position) where m.melting_id = ${id} order by m.position`)

/** Refuses goldback_melting_state for one that is not of this case. */
export async function holdMelting(
  tx: Tx,
  { caseId, meltingId }: { caseId: string; meltingId: string },
): Promise<HeldMelting> {
  const found = await tx.row<Omit<HeldMelting, 'pieces'>>(sql`
    select id, state, started_by as "startedBy", started_at as "startedAt", answer_until < now() as "isLate"
    from goldback.meltings where id = ${meltingId} and case_id = ${caseId} for no key update`)
  if (!found) throw new Refusal('goldback_melting_state')
  return { ...found, pieces: await readMeltingPieces(tx, meltingId) }
}

/** While melting is asked or agreed to, or once it began, what was measured stands. Refuses goldback_melting_holds. */
export async function requireNoMelting(tx: Tx, caseId: string): Promise<void> {
  const held = await tx.row(sql`
    select 1 as one from goldback.meltings
    where case_id = ${caseId} and state in ('asked', 'consented', 'started', 'melted') limit 1`)
  if (held) throw new Refusal('goldback_melting_holds')
}

/** What was put into the crucible is recorded before its case is decided. Refuses goldback_melting_open. */
export async function requireNotInCrucible(tx: Tx, caseId: string): Promise<void> {
  const inIt = await tx.row(sql`
    select 1 as one from goldback.meltings where case_id = ${caseId} and state = 'started' limit 1`)
  if (inIt) throw new Refusal('goldback_melting_open')
}
