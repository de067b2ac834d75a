import { type Queryable, sql } from '../../db/database.ts'
import { type MeltingPiece, readMeltingPieces } from './hold-melting.ts'

type Row = { id: string; reason: string; signedAt: Date; sealed: Buffer; meltedAt: Date | null }
/** What was signed, and what came of it. */
export type Consent = Row & { pieces: MeltingPiece[] }

/** The one consent that was given in a case, also one that was taken back since. */
export async function findConsent(db: Queryable, caseId: string): Promise<Consent | null> {
  const found = await db.row<Row>(sql`
    select id, reason, answered_at as "signedAt", signature_sealed as sealed, melted_at as "meltedAt" from goldback.meltings
    where case_id = ${caseId} and signature_sealed is not null`)
  return found ? { ...found, pieces: await readMeltingPieces(db, found.id) } : null
}

/** What was asked of a member and what they answered, for the copy of their data. */
export const heldMeltings = (db: Queryable, memberId: string): Promise<Record<string, unknown>[]> =>
  db.rows(sql`
    select c.number, m.state, m.reason, m.asked_at, m.answer_until, m.answered_at, m.started_at, m.melted_at, m.ended_at,
      (select jsonb_agg(jsonb_build_object('position', p.position, 'gross', trim_scale(p.gross_e4 / 10000.0), 'fineness', p.fineness,
        'after', trim_scale(p.after_e4 / 10000.0), 'found', p.found, 'method', p.method) order by p.position)
        from goldback.melting_pieces p where p.melting_id = m.id) as pieces
    from goldback.meltings m join goldback.cases c on c.id = m.case_id where c.member_id = ${memberId} order by m.asked_at, m.id`)
