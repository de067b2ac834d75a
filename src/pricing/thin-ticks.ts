/** Old ticks and readings end, in steps; the candles that they made stay. */
import { type Db, sql } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'
import type { TicksInUse } from './ticks-named-by.ts'

const AT_ONCE = 5000

/** Deletes readings of the second source that are over `price.keepTickDays` old by the database's clock, `atOnce` in a step; how many. */
export const thinReadings = (db: Db, atOnce = AT_ONCE): Promise<number> =>
  endOld(db, {
    from: sql`pricing.reference_readings`,
    old: sql`received_at < now() - make_interval(days => ${settings.price.keepTickDays}::int)`,
    atOnce,
  })

/**
 * Deletes ticks that are over `price.keepTickDays` old by the database's clock. What
 * `inUse` names stays for ever, as does the newest accepted tick. Steps of `atOnce` rows, each on its own; how many ticks ended.
 */
export function thinTicks(db: Db, inUse: TicksInUse[], atOnce = AT_ONCE): Promise<number> {
  const days = settings.price.keepTickDays
  async function* steps() {
    for (let after = 0n, step = atOnce; step === atOnce; ) {
      const rows = await db.rows<{ id: bigint }>(sql`
        select id from pricing.ticks
        where id > ${after} and received_at < now() - make_interval(days => ${days}::int)
          and id <> (select max(id) from pricing.ticks where verdict = 'accepted')
        order by id limit ${atOnce}`)
      yield rows.map(({ id }) => id)
      after = rows.at(-1)?.id ?? after
      step = rows.length
    }
  }
  return goThrough(steps(), async (ids) => {
    const used = await Promise.all(inUse.map((inUseOf) => inUseOf(db, ids)))
    const over = ids.filter((id) => !used.some((of) => of.has(id)))
    return endOld(db, { from: sql`pricing.ticks`, old: sql`id = any(${over}::bigint[])`, atOnce })
  })
}

/** Looks once an hour; what fails with the ones is tried with the others all the same. */
export function startThinningWorker(karat: Pick<Karat, 'db' | 'log'>, inUse: TicksInUse[]): Worker {
  const failed = (error: unknown) => karat.log.warn({ err: error }, 'old ticks could not be ended')
  const rounds = [() => thinTicks(karat.db, inUse), () => thinReadings(karat.db)].map((thin) =>
    everySeconds(settings.price.thinSeconds, thin, failed),
  )
  return { stop: async () => void (await Promise.all(rounds.map((round) => round.stop()))) }
}
