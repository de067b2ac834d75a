/** What this area holds about a member. It is kept with its register: a member who leaves has an outcome to point at, and so has the house. */
import { type Queryable, sql } from '../db/database.ts'
import { complaintNumber } from './complaint-rules.ts'

export async function heldByComplaints(db: Queryable, memberId: string): Promise<Record<string, unknown>[]> {
  const rows = await db.rows<{ store: string; year: number; number: number; about: string }>(sql`
    select store, year, number, about, order_id, text, wish, state, outcome, received_at, due_on::text as due_on, prolonged_at, decided_at,
      reopen_until::text as reopen_until, reopened_at,
      (select jsonb_agg(jsonb_build_object('step', e.step, 'at', e.at, 'text', e.text, 'done', e.done, 'outcome', e.outcome, 'due_on', e.due_on) order by e.id)
        from complaints.events e where e.complaint_id = c.id) as steps
    from complaints.complaints c where member_id = ${memberId} order by received_at`)
  return rows.map(({ store, year, number, ...row }) => ({
    number: complaintNumber({ store, year, number }),
    store,
    ...row,
  }))
}

/** Whether one of theirs waits to be decided, or may still be looked at again. */
export async function hasOpenComplaint(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row<{ open: boolean }>(
    sql`select exists (select from complaints.complaints where member_id = ${memberId} and state = 'open') as open`,
  )
  return row?.open === true
}
