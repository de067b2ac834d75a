/** Rounds of the outbox: handing over, settling what was left behind, forgetting. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import type { ChannelName } from './channels.ts'
import { deliverMail, forgetOldMail, settleLeftMail } from './deliver-mail.ts'
import { forgetOldBudgets } from './sms-budget.ts'

const SEND_SECONDS = 1
const SETTLE_SECONDS = 30
const FORGET_SECONDS = 3600

export function startMailWorker(karat: Bag<'mail'>): Worker {
  const failed = (error: unknown) => karat.log.error({ err: error }, 'a round of the outbox failed')
  const restUntil = new Map<ChannelName, number>()
  async function round() {
    const open = [...karat.channels].filter(([name]) => (restUntil.get(name) ?? 0) <= karat.now())
    const { away } = await deliverMail({ ...karat, channels: new Map(open) })
    for (const name of away) restUntil.set(name, karat.now() + karat.settings.mail.awaySeconds * 1000)
  }
  const rounds = [
    everySeconds(FORGET_SECONDS, () => Promise.all([forgetOldMail(karat), forgetOldBudgets(karat.db)]), failed),
  ]
  if (karat.channels.size > 0)
    rounds.push(
      everySeconds(SEND_SECONDS, round, failed),
      everySeconds(SETTLE_SECONDS, () => settleLeftMail(karat), failed),
    )
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
