/** The requests to melt of a case, as both sides see them. */
import { type Queryable, sql } from '../../db/database.ts'
import { weight, weightText } from '../../money/money.ts'
import { type AssayMethod, showNumber } from '../case-rules.ts'
import type { MeltingView } from './contract.ts'
import { lossOf, type MeltingState, sumOfLosses } from './melting-rules.ts'

type Row = {
  id: string
  state: MeltingState
  reason: string
  askedAt: Date
  until: Date
  answeredAt: Date | null
  startedAt: Date | null
  meltedAt: Date | null
  endedAt: Date | null
}
type PieceRow = {
  meltingId: string
  position: number
  serial: string
  gross: bigint
  fineness: number
  after: bigint | null
  found: number | null
  method: AssayMethod | null
}

const grams = (units: bigint): string => weightText(weight(units))
/** Fine gold may be found to be more than before. */
const signed = (units: bigint): string => (units < 0n ? `-${grams(-units)}` : grams(units))

/** The newest first. */
export async function meltingsOf(db: Queryable, caseId: string): Promise<MeltingView[]> {
  const [rows, pieces] = await Promise.all([
    db.rows<Row>(sql`
      select id, state, reason, asked_at as "askedAt", answer_until as until, answered_at as "answeredAt", started_at as "startedAt",
        melted_at as "meltedAt", ended_at as "endedAt"
      from goldback.meltings where case_id = ${caseId} order by asked_at desc, id desc`),
    db.rows<PieceRow>(sql`
      select m.melting_id as "meltingId", m.position, p.serial, m.gross_e4 as gross, m.fineness, m.after_e4 as after, m.found, m.method
      from goldback.melting_pieces m join goldback.pieces p using (case_id, position) where m.case_id = ${caseId} order by m.position`),
  ])
  return rows.map((row) =>
    viewMelting(
      row,
      pieces.filter(({ meltingId }) => meltingId === row.id),
    ),
  )
}

function viewMelting(row: Row, pieces: readonly PieceRow[]): MeltingView {
  const losses = pieces.flatMap(({ gross, fineness, after, found }) =>
    after === null || found === null ? [] : [lossOf({ gross, fineness, after, found })],
  )
  const sum = sumOfLosses(losses)
  const isMelted = row.state === 'melted'
  return {
    ...{ melting_id: row.id, state: row.state, reason: row.reason, answer_until: row.until.toISOString() },
    ...{ asked_at: row.askedAt.toISOString(), answered_at: row.answeredAt?.toISOString() ?? null },
    ...{ started_at: row.startedAt?.toISOString() ?? null, melted_at: row.meltedAt?.toISOString() ?? null },
    ended_at: row.endedAt?.toISOString() ?? null,
    pieces: pieces.map(({ position, serial, gross, fineness, after, found, method }) => ({
      ...{ position, serial: showNumber(serial), gross: grams(gross), fineness, found, method },
      after: after === null ? null : grams(after),
    })),
    loss: isMelted ? { weight: grams(sum.gross), fine: signed(sum.fine) } : null,
  }
}
