/** A store's day, published by an operator: as the round does it, and never at a moment of their choice. */
import { type Queryable, sql } from '../db/database.ts'
import type { Store } from '../stores/stores.ts'
import type { Publishing } from './prepare-day.ts'
import { publishDueDay } from './publish-day.ts'

/** The store's day is published now where it is due, and what came of it is answered in a sentence; an `Error` says why it is not. */
export async function runDay(karat: Publishing, code: string): Promise<string> {
  const store = karat.stores.get(code)
  if (!store) throw new Error(`There is no store ${code}. There are: ${[...karat.stores.keys()].join(', ')}.`)
  const date = await publishDueDay(karat, store)
  if (!date) throw new Error(await whyNot(karat.db, store))
  return `The proof of ${date} of store ${code} is published.`
}

type Standing = { date: string; number: bigint | null; instant: Date | null; wait: number | null }

async function whyNot(db: Queryable, { code, timeZone }: Store): Promise<string> {
  const row = await db.row<Standing>(sql`
    select to_char(today.date, 'YYYY-MM-DD') as date, day.number, day.instant,
      case when plan.due_at <= clock_timestamp() then ceil(extract(epoch from plan.claimed_until - clock_timestamp()))::int end as wait
    from (select (clock_timestamp() at time zone ${timeZone}::text)::date as date) as today
    left join proof.days day on day.store = ${code} and day.date = today.date
    left join proof.plans plan on plan.store = ${code}`)
  if (row?.number && row.instant)
    return `Store ${code} has its proof of ${row.date}: day ${row.number}, counted at ${row.instant.toISOString()}. A date has one.`
  if (row?.wait)
    return `Somebody makes the proof of store ${code}, or failed at it and left why in the log. It can be made again in ${row.wait} s.`
  return `The proof of ${row?.date} of store ${code} is not due yet. Its moment was drawn with the day before, and nobody chooses it.`
}
