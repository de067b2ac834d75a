/** Rounds of the payments area: notices that wait, and payments, refunds and disputes that nobody told us about. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'
import { chargeMandates } from './charge-mandates.ts'
import { forgetClosings } from './close-charge.ts'
import { forgetEvents } from './forget-events.ts'
import { askAboutMandates } from './mandates.ts'
import { endDeadCodes, takePaymentsToAsk } from './open-payment.ts'
import { askAboutCaptured, askAboutDisputes, askProvider, closeCharges, processPaymentEvent } from './process-event.ts'
import { askForRefunds } from './process-refund.ts'
import { listWaitingEvents } from './store-event.ts'

export function startPaymentsWorker(karat: Bag<'payments'>): Worker {
  const failed = (error: unknown) => karat.log.warn({ err: error }, 'round of payments failed')
  const rounds = [
    everySeconds(2, () => processWaitingEvents(karat), failed),
    everySeconds(5, () => askAboutPayments(karat), failed),
    everySeconds(2, () => closeCharges(karat), failed),
    everySeconds(60, () => askAboutDisputes(karat), failed),
    everySeconds(60, () => endDeadCodes(karat.db), failed),
    everySeconds(60, () => askAboutCaptured(karat), failed),
    everySeconds(2, () => askForRefunds(karat), failed),
    everySeconds(2, () => askAboutMandates(karat), failed),
    everySeconds(2, () => chargeMandates(karat), failed),
    everySeconds(3600, () => Promise.all([forgetClosings(karat.db), forgetEvents(karat.db)]), failed),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** Processes every notice whose time has come, a few beside each other; one that fails or waits for its provider does not hold up the others. */
export async function processWaitingEvents(karat: Bag<'payments'>): Promise<void> {
  const waiting = await listWaitingEvents(karat.db)
  const work = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift())
      await processPaymentEvent(karat, event).catch((error) => karat.log.warn({ err: error }, 'event failed'))
  }
  await Promise.all(Array.from({ length: settings.webhook.atOnce }, work))
}

/** Asks providers about open payments that no notice has settled; one that fails does not hold up the others. */
export async function askAboutPayments(karat: Bag<'payments'>): Promise<void> {
  for (const payment of await takePaymentsToAsk(karat.db))
    await askProvider(karat, payment).catch((error) =>
      karat.log.warn({ err: error, payment: payment.id }, 'payment cannot be settled'),
    )
}
