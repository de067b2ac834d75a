/** Which of the instances reads the feed: the one that a row names, until it stops saying so. */
import { randomUUID } from 'node:crypto'
import { type Db, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

type FeedTurn = {
  /** How this instance is named in the row. */
  holder: string
  /** Takes the turn if it is free or over, or keeps it for as long again. False while another instance has it. */
  take(): Promise<boolean>
  /** Gives it up at once, if it is this one's. */
  release(): Promise<void>
}

/**
 * A turn lasts for `price.turnSeconds` by the database's clock unless it is taken again: one that died, or whose line to
 * the database is dead, loses it by time alone. A tick is recorded only by whoever has the turn at that moment (record-tick.ts).
 */
export function openFeedTurn(db: Db): FeedTurn {
  const holder = randomUUID()
  return {
    holder,
    async take() {
      const taken = await db.run(sql`
        update pricing.feed set holder = ${holder},
          held_until = clock_timestamp() + make_interval(secs => ${settings.price.turnSeconds}::int)
        where holder = ${holder} or held_until < clock_timestamp()`)
      return taken > 0
    },
    async release() {
      await db.run(sql`update pricing.feed set held_until = '-infinity' where holder = ${holder}`)
    },
  }
}
