/** Publishes the heads of the ledger's chains once a day. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { publishDailyHeads } from './publish-heads.ts'

export function startLedgerWorker({ db, log }: Karat): Worker {
  const round = everySeconds(
    600,
    async () => {
      const published = await publishDailyHeads(db)
      if (published) log.info({ digest: published.digest, published_at: published.published_at }, 'ledger heads')
    },
    (error) => log.error({ err: error }, 'publishing the ledger heads failed'),
  )
  round.wake()
  return round
}
