/** A savings plan that a member of the demonstration began before it: some of its days without a purchase, and one purchase now. */
import { v7 as newId } from 'uuid'
import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import type { Minor } from '../../money/money.ts'
import { storeOf } from '../../stores/stores.ts'
import { type Holder, holdPlace } from '../holder.ts'
import { type Day, dayAt } from './plan-rules.ts'
import { runPlan } from './run-plans.ts'

/** `runs`: what became of earlier days; `price`: what a gram cost then, where that was too much. */
type Past = {
  amount: Minor
  ceiling: bigint
  onDay: number
  begunAt: Date
  runs: { dueOn: Day; price: bigint | null }[]
}

/** The plan goes on; its newest run is of today, and buys where the balance has the money. */
export async function addPastPlan(
  karat: Bag<'vault'>,
  holder: Holder,
  { amount, ceiling, onDay, begunAt, runs }: Past,
): Promise<void> {
  const { memberId, store, currency } = holder
  const id = newId()
  const today = dayAt(karat.now(), storeOf(karat, store).timeZone)
  await karat.db.transaction(async (tx) => {
    await holdPlace(tx, holder)
    await tx.run(sql`
      insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, on_day, ceiling_minor, due_on, next_at, begun_at)
      values (${id}, ${memberId}, ${store}, ${currency}, ${amount}, 'monthly', ${onDay}::smallint, ${ceiling}, ${today}::date, now(), ${begunAt})`)
    for (const { dueOn, price } of runs)
      await tx.run(sql`
        insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, price_minor, began_at, ended_at)
        values (${id}, ${dueOn}::date, ${memberId}, ${currency}, ${price === null ? 'skipped' : 'too_dear'}, ${price}, ${dueOn}::date, ${dueOn}::date)`)
  })
  await runPlan(karat, { id, holder })
}
