/** How a savings plan goes on: which day is next, and what of a day is over. The place of its member is held. */
import { sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { storeOf } from '../../stores/stores.ts'
import { formatWeekDay } from '../../ui/format.ts'
import type { Language } from '../../ui/language.ts'
import { type Day, dueAfter, firstDue, runsAt, type Schedule } from './plan-rules.ts'

type At = { store: string }

/** The next of its days whose runs have not begun, by the database's clock; later than `after`. */
export async function nextDay(
  tx: Tx,
  karat: Pick<Bag<'vault'>, 'stores'>,
  { store }: At,
  schedule: Schedule,
  after: Day = '',
): Promise<Day> {
  const row = await tx.row<{ now: Date }>(sql`select now() as now`)
  if (!row) throw new Error('the database tells no time')
  const first = firstDue(schedule, row.now.getTime(), storeOf(karat, store).timeZone)
  return first > after ? first : dueAfter(schedule, after)
}

/** It goes on, and its next run is on that day. */
export const goOn = (
  tx: Tx,
  karat: Pick<Bag<'vault'>, 'stores'>,
  { id, store, day }: At & { id: string; day: Day },
): Promise<number> =>
  tx.run(sql`
    update vault.plans set state = 'active', because = null, missed = case state when 'paused' then 0 else missed end, due_on = ${day}::date,
      next_at = ${runsAt(day, storeOf(karat, store).timeZone)}, waits_for = null where id = ${id}`)

/** A run that is being tried is over. */
export const endOpenRun = (tx: Tx, planId: string): Promise<number> =>
  tx.run(sql`
    update vault.plan_runs set state = 'skipped', ended_at = now() where plan_id = ${planId} and state = 'trying'`)

export const dayWords = (day: Day, language: string): string => formatWeekDay(day, language as Language)

export const plansLink = ({ config }: Pick<Bag<'vault'>, 'config'>): string => `${config.PUBLIC_URL}/user/trade/plans`
