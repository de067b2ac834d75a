/** What providers say of refunds: asked for by the worker, or told by a signed notice. */
import type { Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import type { ProviderRefund } from './contract.ts'
import { askForRefund, decideRefund, lockRefund, takeRefundsToAsk } from './refunds.ts'
import { returnToBalance } from './return-to-balance.ts'
import { letterOf, type Settlers } from './settler.ts'

/** Asks providers for refunds that are due, and books those that go to a balance; one that fails does not hold up the others. */
export async function askForRefunds(karat: Bag<'payments'>): Promise<void> {
  for (const refund of await takeRefundsToAsk(karat.db)) {
    try {
      if (refund.way === 'balance') {
        await returnToBalance(karat, refund.id)
        continue
      }
      const answer = await askForRefund(karat.providers, refund)
      if (answer.outcome === 'known')
        await karat.db.transaction((tx) => settleRefund(tx, karat.settlers, { ...answer.refund, reference: refund.id }))
    } catch (error) {
      karat.log.warn({ err: error, refund: refund.id }, 'refund cannot be settled')
    }
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type RefundSettled = 'refund_settled' | 'refund_failed' | 'nothing_new' | 'unknown_refund'

/** Brings a refund to what its provider says, once, and tells the member. A late "failed" after "settled" changes nothing. */
export async function settleRefund(tx: Tx, settlers: Settlers, told: ProviderRefund): Promise<RefundSettled> {
  const refund = UUID.test(told.reference) ? await lockRefund(tx, told.reference) : undefined
  if (!refund) return 'unknown_refund'
  if (!(await decideRefund(tx, refund, told))) return 'nothing_new'
  const number = await settlers[refund.purpose].numberOf(tx, refund.subject_id)
  const contact = await findContact(tx, refund.member_id)
  const template = letterOf(refund.purpose, told.state === 'settled' ? 'money_returned' : 'money_return_failed')
  await queueMail(tx, {
    ...contact,
    template,
    store: refund.store,
    values: { number, total: amountOf(refund.amount_minor, refund.currency) },
    onceKey: `${template}:${refund.id}`,
  })
  return told.state === 'settled' ? 'refund_settled' : 'refund_failed'
}
