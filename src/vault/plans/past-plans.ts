/** A savings plan that a member of the demonstration began before it: some of its days without a purchase, and one purchase now. */
import { v7 as newId } from 'uuid'
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import type { Minor } from '../../money/money.ts'
import { storeOf } from '../../stores/stores.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { type Day, dayAt, dueAfter, runsAt } from './plan-rules.ts'
import { runPlan } from './run-plans.ts'

/** `months` ago it began; `pricesThen`: of its days before today, the oldest first, what a gram cost where that was too much. */
type Past = { amount: Minor; ceiling: bigint; months: number; pricesThen: (bigint | null)[] }

/** A monthly plan, of the day of the month that it is at the store; its newest run is of today, and buys where the balance has the money. */
export async function addPastPlan(
  karat: Bag<'vault'>,
  holder: Holder,
  { amount, ceiling, months, pricesThen }: Past,
): Promise<void> {
  const { memberId, store, currency } = holder
  const id = newId()
  const { timeZone } = storeOf(karat, store)
  const today = dayAt(karat.now(), timeZone)
  const onDay = Number(today.slice(8))
  const begunAt = runsAt(dayBefore(today, onDay, months), timeZone)
  await karat.db.transaction(async (tx) => {
    await holdPlace(tx, holder)
    await tx.run(sql`
      insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, on_day, ceiling_minor, due_on, next_at, begun_at)
      values (${id}, ${memberId}, ${store}, ${currency}, ${amount}, 'monthly', ${onDay}::smallint, ${ceiling}, ${today}::date, now(), ${begunAt})`)
    for (const [place, price] of pricesThen.entries()) {
      const dueOn = dayBefore(today, onDay, pricesThen.length - place)
      const ranAt = runsAt(dueOn, timeZone)
      await tx.run(sql`
        insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, price_minor, began_at, ended_at)
        values (${id}, ${dueOn}::date, ${memberId}, ${currency}, ${price === null ? 'skipped' : 'too_dear'}, ${price}, ${ranAt}, ${ranAt})`)
    }
  })
  await runPlan(karat, { id, holder })
}

/** The day of a monthly plan so many months before one of its days. */
function dayBefore(day: Day, onDay: number, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const lastOfBefore = new Date(Date.UTC(year, month - 1 - months, 0)).toISOString().slice(0, 10)
  return dueAfter({ rhythm: 'monthly', onDay }, lastOfBefore)
}
