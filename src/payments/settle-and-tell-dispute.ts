import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import { lockCharge } from './correct-charge.ts'
import { type DisputeSettled, type DisputeTold, settleDispute } from './dispute.ts'
import { letterOf, type Settlers } from './settler.ts'

/** Settles a dispute as settleDispute does, and writes to its payer what is frozen, goes on, is lost, or has turned; once for each round. */
export async function settleAndTellDispute(tx: Tx, settlers: Settlers, answer: DisputeTold): Promise<DisputeSettled> {
  const { provider, told } = answer
  const outcome = await settleDispute(tx, settlers, answer)
  const payment = outcome === 'nothing_new' ? undefined : await lockCharge(tx, provider, told.charge)
  if (outcome === 'nothing_new' || !payment) return outcome
  const number = await settlers[payment.purpose].numberOf(tx, payment.subject_id)
  const dispute = await tx.row<{ rounds: number }>(sql`
    select rounds from payments.disputes where provider = ${provider} and provider_reference = ${told.providerReference}`)
  await queueMail(tx, {
    ...{
      ...(await findContact(tx, payment.member_id)),
      store: payment.store,
      template: letterOf(payment.purpose, outcome),
    },
    values: { number, total: amountOf(told.amountMinor, told.currency) },
    onceKey: `${outcome}:${provider}:${told.providerReference}:${dispute?.rounds}`,
  })
  return outcome
}
