/** What a member does with a complaint of theirs: says more, takes it back, has it looked at again. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Member } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { listOwnComplaints, todayOf } from './complaint-queries.ts'
import { complaintNumber } from './complaint-rules.ts'
import { dayIn } from './complaint-words.ts'
import type { OwnComplaintsView } from './contract.ts'
import { noteStep, tellMember } from './note-step.ts'
import { readTerms } from './terms.ts'

type Wish = { complaint_id: string; text: string }
type Row = { store: string; year: number; number: number }

/** Adds words to an open complaint. Refuses not_found; complaint_closed. */
export const addToComplaint = (
  karat: Bag<'complaints'>,
  member: Member,
  { complaint_id: id, text }: Wish,
  key: Once,
): Promise<OwnComplaintsView> =>
  once(karat.db, key, async (tx) => {
    await move(tx, member, id, { set: sql`handled_by = null`, where: sql`c.state = 'open'` })
    await noteStep(tx, id, { step: 'added', text: text.trim() })
    return listOwnComplaints(karat, tx, member)
  })

/** Takes an open complaint back, for good. Refuses not_found; complaint_closed. */
export const withdrawComplaint = (
  karat: Bag<'complaints'>,
  member: Member,
  { complaint_id: id }: Pick<Wish, 'complaint_id'>,
  key: Once,
): Promise<OwnComplaintsView> =>
  once(karat.db, key, async (tx) => {
    const set = sql`state = 'decided', outcome = 'withdrawn', decided_at = now(), handled_by = null`
    await move(tx, member, id, { set, where: sql`c.state = 'open'` })
    await noteStep(tx, id, { step: 'withdrawn', text: '', outcome: 'withdrawn' })
    return listOwnComplaints(karat, tx, member)
  })

/**
 * Has a decision looked at again, once and within its term: a new deadline, told by letter.
 * Refuses not_found; complaint_open; complaint_closed once the term is over.
 */
export const reopenComplaint = (
  karat: Bag<'complaints'>,
  member: Member,
  { complaint_id: id, text }: Wish,
  key: Once,
): Promise<OwnComplaintsView> =>
  once(karat.db, key, async (tx) => {
    const held = await tx.row<{ store: string }>(
      sql`select store from complaints.complaints where id = ${id} and member_id = ${member.id} for update`,
    )
    if (!held) throw new Refusal('not_found')
    const { own, dayAfter } = await readTerms(tx, held.store)
    const dueOn = dayAfter(own.answer_days)
    const row = await move(tx, member, id, {
      set: sql`state = 'open', outcome = null, decided_at = null, reopen_until = null, reopened_at = now(), due_on = ${dueOn}::date,
        handled_by = null`,
      where: sql`c.state = 'decided' and c.reopen_until >= ${todayOf(sql`c.store`)}`,
    })
    await noteStep(tx, id, { step: 'reopened', text: text.trim(), dueOn })
    await tellMember(tx, { memberId: member.id, store: row.store }, 'complaint_reopened', (language) => ({
      ...{ number: complaintNumber(row), deadline: dayIn(dueOn, language) },
    }))
    return listOwnComplaints(karat, tx, member)
  })

async function move(tx: Tx, { id: memberId }: Member, id: string, to: { set: Sql; where: Sql }): Promise<Row> {
  const row = await tx.row<Row>(sql`
    update complaints.complaints c set ${to.set}, revision = c.revision + 1
    where c.id = ${id} and c.member_id = ${memberId} and ${to.where} returning c.store, c.year, c.number`)
  if (row) return row
  const now = await tx.row<{ state: string }>(
    sql`select state from complaints.complaints where id = ${id} and member_id = ${memberId}`,
  )
  if (!now) throw new Refusal('not_found')
  throw new Refusal(now.state === 'open' ? 'complaint_open' : 'complaint_closed')
}
