/** What subjects are paid with (tender-rules.ts): written as money comes, and returned each by its own way. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Payment } from './contract.ts'
import { splitParts, sumOfParts } from './refund-parts-rules.ts'
import { openRefund } from './refunds.ts'
import { type Return, returnWhatIsThere } from './return-money.ts'
import { orderOfReturn, type TenderKind, tenderKinds } from './tender-rules.ts'

/** What of the captured payments of a subject pays it; the others wait in suspense. */
export const paying = (payments: readonly Payment[]): Payment[] =>
  payments.filter(({ allocation }) => allocation === 'subject')

/** Parts of a subject that wait for the rest, with their payments held, oldest first. The subject is held by the caller. */
export const lockParts = (tx: Tx, subjectId: string): Promise<Payment[]> =>
  tx.rows<Payment>(sql`
    select p.* from payments.tenders t join payments.payments p on p.id = t.payment_id
    where t.subject_id = ${subjectId} and t.state = 'waiting' order by p.id for update of p`)

/** The captured money of a payment is a part of its subject's total, and waits in suspense for the rest. */
export const keepPart = (tx: Tx, payment: Payment) =>
  tx.run(sql`
    insert into payments.tenders (id, purpose, subject_id, kind, payment_id, amount_minor, currency, state)
    select ${newId()}, purpose, subject_id, method, id, captured_minor, captured_currency, 'waiting' from payments.payments
    where id = ${payment.id}`)

/** Parts that their subject needs no more, since it is paid or over: each is on its way back to where it came from. */
export async function returnParts(tx: Tx, subjectId: string): Promise<void> {
  for (const payment of await lockParts(tx, subjectId)) {
    await tx.run(sql`update payments.tenders set state = 'ended' where payment_id = ${payment.id}`)
    const parts = { suspense: payment.captured_minor ?? 0n }
    await openRefund(tx, payment, { parts, occasion: `suspense:${payment.id}`, actor: 'system' })
  }
}

type Row = { id: string; kind: TenderKind; payment_id: string; left: bigint; at: Date; uncleared: boolean }

/**
 * Records that these parts of what paid a subject go back, tender by tender in the order of return: each as returnWhatIsThere
 * says. How much is on its way; the rest was set off. The captured payments of the subject are held by the caller.
 *
 * Refuses as returnWhatIsThere does, and refund_exceeds_captured where its tenders have not so much left.
 */
export async function returnTenders(tx: Tx, subjectId: string, { parts, occasion, actor }: Return): Promise<bigint> {
  const tenders = await tx.rows<Row>(sql`
    select t.id, t.kind, t.payment_id, t.amount_minor - p.refunded_allocated_minor as left, t.brought_at as at,
      p.captured_at > now() - make_interval(days => ${settings.clearing.card.newPayerDays}::int) as uncleared
    from payments.tenders t join payments.payments p on p.id = t.payment_id where t.subject_id = ${subjectId} and t.state = 'used'`)
  const ranked = tenders.map((tender) => ({ ...tender, rank: tenderKinds[tender.kind].rank(tender) }))
  const order = orderOfReturn(ranked, sumOfParts(parts))
  if (!order) throw new Refusal('refund_exceeds_captured')
  let [open, returned] = [parts, 0n]
  for (const { id, amount } of order) {
    const { first, rest } = splitParts(open, amount)
    const paymentId = tenders.find((tender) => tender.id === id)?.payment_id ?? ''
    const refund = await returnWhatIsThere(tx, paymentId, { parts: first, occasion, actor })
    returned += refund?.amount_minor ?? 0n
    open = rest
  }
  return returned
}
