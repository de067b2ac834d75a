/** Publishes the heads of the ledger's chains once a day, and releases holds that are past their end. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { expireHolds } from './expire-holds.ts'
import type { HoldPurposes } from './holds.ts'
import { publishDailyHeads } from './publish-heads.ts'

export function startLedgerWorker({ db, log }: Bag<'ledger'>, purposes: HoldPurposes): Worker {
  const heads = everySeconds(
    600,
    async () => {
      const published = await publishDailyHeads(db)
      if (published) log.info({ digest: published.digest, published_at: published.published_at }, 'ledger heads')
    },
    (error) => log.error({ err: error }, 'publishing the ledger heads failed'),
  )
  const notReleased = (error: unknown) => log.error({ err: error }, 'a hold past its end could not be released')
  const holds = everySeconds(30, () => expireHolds(db, purposes, notReleased), notReleased)
  heads.wake()
  return {
    async stop() {
      await Promise.all([heads.stop(), holds.stop()])
    },
  }
}
