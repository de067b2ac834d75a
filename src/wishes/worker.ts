/** Rounds of the wishes area: telling members that a piece is back, and forgetting old answers. */
import { sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag, Karat } from '../karat.ts'
import { tellBackInStock } from './tell-back-in-stock.ts'

const TELL_SECONDS = 5
const FORGET_SECONDS = 3600

export function startWishesWorker(karat: Bag<'wishes'>): Worker {
  const failed = (error: unknown) => karat.log.warn({ err: error }, 'round of wishes failed')
  const rounds = [
    everySeconds(TELL_SECONDS, () => tellBackInStock(karat), failed),
    everySeconds(FORGET_SECONDS, () => forgetAnswered(karat), failed),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}

/** Forgets requests that were answered longer ago than the settings keep them. */
export const forgetAnswered = ({ db, settings }: Pick<Karat, 'db' | 'settings'>): Promise<number> =>
  endOld(db, {
    from: sql`wishes.back_notices`,
    old: sql`told_at < now() - make_interval(days => ${settings.wishes.keepToldDays}::int)`,
  })
