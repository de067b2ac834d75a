import type { Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { ProviderDispute } from './contract.ts'
import { lockCharge } from './correct-charge.ts'
import { type DisputeSettled, settleDispute } from './dispute.ts'
import { letterOf, type Settlers } from './settler.ts'

/** Settles a dispute as settleDispute does, and writes to its payer what is frozen, goes on, or is lost; once each. */
export async function settleAndTellDispute(
  tx: Tx,
  settlers: Settlers,
  provider: string,
  told: ProviderDispute,
): Promise<DisputeSettled> {
  const outcome = await settleDispute(tx, settlers, provider, told)
  const payment = outcome === 'nothing_new' ? undefined : await lockCharge(tx, provider, told.charge)
  if (outcome === 'nothing_new' || !payment) return outcome
  const number = await settlers[payment.purpose].numberOf(tx, payment.subject_id)
  await queueMail(tx, {
    ...{
      ...(await findContact(tx, payment.member_id)),
      store: payment.store,
      template: letterOf(payment.purpose, outcome),
    },
    values: { number, total: amountOf(told.amountMinor, told.currency) },
    onceKey: `${outcome}:${provider}:${told.providerReference}`,
  })
  return outcome
}
