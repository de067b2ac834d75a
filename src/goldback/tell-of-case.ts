import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type Currency } from '../money/money.ts'

type CaseLetter =
  | 'goldback_booked'
  | 'goldback_collected'
  | 'goldback_received'
  | 'goldback_melting_asked'
  | 'goldback_offered'
  | 'goldback_rejected'
  | 'goldback_paid'
  | 'goldback_paid_in_grams'
  | 'goldback_returned'
  | 'goldback_lapsed'

type Told = {
  number: string
  memberId: string
  store: string
  currency: Currency
  amount: bigint
  fine: bigint
  collects: boolean
}

/** What is said otherwise where a courier comes instead of the member. */
const byCourier: Partial<
  Record<CaseLetter, 'goldback_booked_courier' | 'goldback_rejected_courier' | 'goldback_returned_courier'>
> = {
  goldback_booked: 'goldback_booked_courier',
  goldback_rejected: 'goldback_rejected_courier',
  goldback_returned: 'goldback_returned_courier',
}

/** Its member is told what became of a case, once for each time that it did. */
export async function tellOfCase(tx: Tx, caseId: string, template: CaseLetter): Promise<void> {
  const told = await tx.row<Told & { times: number }>(sql`
    select number, member_id as "memberId", store, currency, coalesce(offer_minor, estimate_minor) as amount, coalesce(offer_fine_e4, fine_e4) as fine, pickup_point_id is null as collects,
      (select count(*)::int from goldback.moves m where m.case_id = c.id) + (select count(*)::int from goldback.meltings m where m.case_id = c.id) as times
    from goldback.cases c where id = ${caseId}`)
  if (!told) throw new Error('a case that is told of is there')
  const { number, memberId, store, currency, amount, fine, collects, times } = told
  const to = { ...(await findContact(tx, memberId)), store, onceKey: `goldback:${number}:${times}` }
  if (template === 'goldback_paid_in_grams')
    await queueMail(tx, { ...to, template, values: { number, grams: amountOf(fine, 'XAU') } })
  else if (template === 'goldback_melting_asked') await queueMail(tx, { ...to, template, values: { number } })
  else
    await queueMail(tx, {
      ...to,
      template: (collects && byCourier[template]) || template,
      values: { number, total: amountOf(amount, currency) },
    })
}
