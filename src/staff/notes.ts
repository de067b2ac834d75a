/** Notes of the staff about a member, an order, a piece. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Staff } from './door.ts'
import type { Permission } from './permission-rules.ts'
import { recordAction, type Subject } from './record-action.ts'

export type Note = { id: string; text: string; by: string; created_at: string }

/** Writes a note. Refuses permission_missing. */
export async function writeNote(
  tx: Tx,
  staff: Staff,
  { subject, text, action }: { subject: Subject; text: string; action: Permission },
): Promise<void> {
  await recordAction(tx, staff, { action, subject, details: { did: 'note' } })
  await tx.run(sql`insert into staff.notes (subject_kind, subject_id, text, person_id, person_name)
    values (${subject.kind}, ${subject.id}, ${text.trim()}, ${staff.id}, ${staff.name})`)
}

/** Forgets the notes about a member, in the transaction that has closed their account; of any other the database keeps them. */
export async function forgetNotes(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`select staff.forget_notes(${memberId}::uuid)`)
}

/** Forgets the notes about an order, in the transaction that forgets it; of any other the database keeps them. */
export async function forgetOrderNotes(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`select staff.forget_order_notes(${orderId}::uuid)`)
}

/** The newest first. */
export async function listNotes(db: Queryable, subject: Subject): Promise<Note[]> {
  const rows = await db.rows<{ id: bigint; text: string; by: string; at: Date }>(sql`
    select id, text, person_name as by, created_at as at from staff.notes
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} order by id desc limit 100`)
  return rows.map(({ id, at, ...rest }) => ({ ...rest, id: String(id), created_at: at.toISOString() }))
}
