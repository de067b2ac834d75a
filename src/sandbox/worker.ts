/** The acquirer's rounds: slow banks and expiries, then the notices that are due. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { correctDue, decideDue } from './charges.ts'
import { disputeDue } from './disputes.ts'
import { forgetCharges, forgetMandates, forgetPayouts } from './forget-charges.ts'
import { expireMandates } from './mandates.ts'
import { deliverNotices, onNotice } from './notices.ts'
import { payOutDue } from './payouts.ts'
import { decideRefunds } from './refunds.ts'

export function startSandboxWorker({ db, config, now, log }: Bag<'sandbox'>): Worker {
  const failed = (error: unknown) => log.error({ err: error }, 'a round of the sandbox acquirer failed')
  const deciding = everySeconds(
    1,
    () =>
      Promise.all([
        decideDue(db),
        decideRefunds(db),
        correctDue(db),
        disputeDue(db),
        payOutDue(db),
        expireMandates(db),
      ]),
    failed,
  )
  const delivering = everySeconds(
    0.5,
    () => deliverNotices(db, { secret: config.SANDBOX_WEBHOOK_SECRET, now, failed }),
    failed,
  )
  const forgetting = everySeconds(
    3600,
    () => Promise.all([forgetCharges(db), forgetPayouts(db), forgetMandates(db)]),
    failed,
  )
  onNotice(db, delivering.wake)
  return {
    async stop() {
      await Promise.all([deciding.stop(), delivering.stop(), forgetting.stop()])
    },
  }
}
