import type { Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import type { Payment } from '../payments/contract.ts'
import { closeAbsentPayment } from '../payments/open-payment.ts'
import {
  disownEvent,
  finishEvent,
  lockPayment,
  postponeEvent,
  readRefundEvent,
  takeEvent,
} from '../payments/store-event.ts'
import { type RefundSettled, settleRefund } from './process-refund.ts'
import { type Settled, settlePayment } from './settle-payment.ts'

/**
 * Processes one stored notice, once: it is taken, settled and finished in one transaction. A failure puts it off and is
 * thrown on. Undefined when another process has it or had it.
 */
export async function processPaymentEvent(
  karat: Karat,
  event: { provider: string; eventId: string },
): Promise<Settled | RefundSettled | 'unknown_payment' | undefined> {
  try {
    return await karat.db.transaction(async (tx) => {
      const taken = await takeEvent(tx, event, 'order_paid' satisfies Settled)
      if (!taken) return processWithoutPayment(tx, event)
      const outcome = await settlePayment(tx, taken.payment, taken.charge)
      if (outcome !== 'order_paid') await finishEvent(tx, event, outcome)
      return outcome
    })
  } catch (error) {
    await postponeEvent(karat.db, event, (error as Error).message)
    throw error
  }
}

/** A notice of a refund, or of nothing that we know, or one that another process took. */
async function processWithoutPayment(tx: Tx, event: { provider: string; eventId: string }) {
  const refund = await readRefundEvent(tx, event)
  if (!refund) return (await disownEvent(tx, event)) ? 'unknown_payment' : undefined
  const outcome = await settleRefund(tx, refund)
  await finishEvent(tx, event, outcome)
  return outcome
}

/**
 * Asks the provider of a payment what became of it, and settles that. Trouble at the provider changes nothing;
 * a payment that it never heard of ends some time after it could have been paid.
 */
export async function askProvider(karat: Karat, payment: Payment): Promise<Settled | 'unknown' | 'absent'> {
  const answer = await karat.providers.get(payment.provider)?.findCharge(payment.id)
  if (answer?.outcome === 'absent') await closeAbsentPayment(karat.db, payment.id)
  if (answer?.outcome !== 'known') return answer?.outcome ?? 'unknown'
  return karat.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, payment.id)
    return locked ? settlePayment(tx, locked, answer.charge) : 'nothing_new'
  })
}
