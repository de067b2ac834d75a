/** Rounds of the vault. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { forgetFirings } from './alerts/forget-alerts.ts'
import { tellOfPrices } from './alerts/tell-of-prices.ts'
import { watchFloats } from './float-alarm.ts'
import { fillLimits } from './limits/fill-limits.ts'
import { expireDeposits } from './open-deposit.ts'
import { payPayables } from './payables/pay-payables.ts'
import { payPayouts } from './payouts/pay-payouts.ts'
import { runPlans } from './plans/run-plans.ts'
import { settleCharged } from './plans/settle-charged.ts'
import { expirePurchases } from './purchases/end-purchase.ts'
import { closeMonths } from './record/close-months.ts'
import { forgetQuotes } from './trade-quotes.ts'

export function startVaultWorker(karat: Bag<'vault'>): Worker {
  const prices = everySeconds(
    karat.settings.alerts.lookSeconds,
    () => tellOfPrices(karat),
    (error) => karat.log.warn({ err: error }, 'round of price alerts failed'),
  )
  const limits = everySeconds(
    karat.settings.limitOrders.lookSeconds,
    () => fillLimits(karat),
    (error) => karat.log.warn({ err: error }, 'round of limit orders failed'),
  )
  // Money first: who is told of the price can wait.
  const unfollow = [limits, prices].map(({ wake }) => karat.prices.subscribe(wake))
  const rounds = [
    limits,
    prices,
    everySeconds(
      karat.settings.plans.lookSeconds,
      () => settleCharged(karat).then(() => runPlans(karat)),
      (error) => karat.log.warn({ err: error }, 'round of savings plans failed'),
    ),
    everySeconds(
      3600,
      () => forgetFirings(karat),
      (error) => karat.log.warn({ err: error }, 'old price alerts could not be ended'),
    ),
    everySeconds(
      3600,
      () => forgetQuotes(karat.db),
      (error) => karat.log.warn({ err: error }, 'old quotes of trades could not be ended'),
    ),
    everySeconds(
      10,
      () => expireDeposits(karat),
      (error) => karat.log.warn({ err: error }, 'round of deposits failed'),
    ),
    everySeconds(
      10,
      () => expirePurchases(karat),
      (error) => karat.log.warn({ err: error }, 'round of purchases failed'),
    ),
    everySeconds(
      karat.settings.cash.watchSeconds,
      () => watchFloats(karat),
      (error) => karat.log.warn({ err: error }, 'round of the cash float failed'),
    ),
    everySeconds(
      5,
      () => payPayables(karat),
      (error) => karat.log.warn({ err: error }, 'round of what is owed failed'),
    ),
    everySeconds(
      2,
      () => payPayouts(karat),
      (error) => karat.log.warn({ err: error }, 'round of payouts failed'),
    ),
    everySeconds(
      60,
      () => closeMonths(karat),
      (error) => karat.log.warn({ err: error }, 'round of closing months failed'),
    ),
  ]
  return {
    async stop() {
      for (const end of unfollow) end()
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
