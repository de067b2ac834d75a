import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { ProviderDispute } from '../payments/contract.ts'
import { lockCharge } from '../payments/correct-charge.ts'
import { type DisputeSettled, settleDispute } from '../payments/dispute.ts'

/** Settles a dispute as settleDispute does, and writes to the order's buyer what is frozen, goes on, or is lost; once each. */
export async function settleAndTellDispute(tx: Tx, provider: string, told: ProviderDispute): Promise<DisputeSettled> {
  const outcome = await settleDispute(tx, provider, told)
  const payment = outcome === 'nothing_new' ? undefined : await lockCharge(tx, provider, told.charge)
  if (outcome === 'nothing_new' || !payment) return outcome
  const order = await tx.row<{ number: string }>(sql`select number from orders.orders where id = ${payment.order_id}`)
  await queueMail(tx, {
    ...{ ...(await findContact(tx, payment.member_id)), store: payment.store, template: outcome },
    values: { number: order?.number ?? '', total: amountOf(told.amountMinor, told.currency) },
    onceKey: `${outcome}:${provider}:${told.providerReference}`,
  })
  return outcome
}
