import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Member } from '../identity/door.ts'
import { holdMember } from '../identity/members-for-staff.ts'
import type { Bag } from '../karat.ts'
import { findOwnNumber } from '../orders/core/own-numbers.ts'
import { Refusal } from '../refusals.ts'
import { listOwnComplaints } from './complaint-queries.ts'
import { complaintNumber } from './complaint-rules.ts'
import { dayIn } from './complaint-words.ts'
import type { MakeComplaintInput, OwnComplaintsView } from './contract.ts'
import { noteStep, tellMember } from './note-step.ts'
import { nextNumber, readTerms } from './terms.ts'

/**
 * Files a complaint under the next number of its store and year, with the deadline that the store's terms of this moment give, and
 * acknowledges it by letter. It is the store's of the order that it is about, else the member's own. The same key again is the same one.
 *
 * Refuses not_found for an order that is not theirs; complaint_limit.
 */
export const makeComplaint = (
  karat: Bag<'complaints'>,
  member: Member,
  wish: MakeComplaintInput,
  key: Once,
): Promise<OwnComplaintsView> =>
  once(karat.db, key, async (tx) => {
    await holdMember(tx, member.id)
    await requireFewer(tx, member.id, karat.settings.complaints.perDay)
    const order = wish.order_id && (await findOwnNumber(tx, { memberId: member.id, orderId: wish.order_id }))
    if (wish.order_id && !order) throw new Refusal('not_found')
    const store = order ? order.store : member.store
    const { own, today, dayAfter } = await readTerms(tx, store)
    const [id, year, dueOn] = [newId(), Number(today.slice(0, 4)), dayAfter(own.answer_days)]
    const number = await nextNumber(tx, store, year)
    await tx.run(sql`
      insert into complaints.complaints (id, store, year, number, member_id, about, order_id, text, wish, due_on)
      values (${id}, ${store}, ${year}::smallint, ${number}, ${member.id}, ${wish.about}, ${wish.order_id ?? null}, ${wish.text.trim()},
        ${wish.wish.trim()}, ${dueOn}::date)`)
    await noteStep(tx, id, { step: 'received', text: '', dueOn })
    await tellMember(tx, { memberId: member.id, store }, 'complaint_received', (language) => ({
      ...{ number: complaintNumber({ store, year, number }), deadline: dayIn(dueOn, language), text: wish.text.trim() },
    }))
    return listOwnComplaints(karat, tx, member)
  })

/** The member is held: of two that come at once the second sees the first. */
async function requireFewer(tx: Tx, memberId: string, most: number): Promise<void> {
  const row = await tx.row<{ made: number; wait: number }>(sql`
    select count(*)::int as made, coalesce(ceil(extract(epoch from min(received_at) + interval '1 day' - now())), 0)::int as wait
    from complaints.complaints where member_id = ${memberId} and received_at > now() - interval '1 day'`)
  if (row && row.made >= most) throw new Refusal('complaint_limit', { retry_after: row.wait })
}
