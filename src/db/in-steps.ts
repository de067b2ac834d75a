/** Rounds over much: in steps, past what fails. What has failed is thrown when the round is over. */
import { Refusal } from '../refusals.ts'
import { isUnavailable, type Queryable, type Sql, sql } from './database.ts'

const AT_ONCE = 5000
/** So often a round waits in vain for what somebody holds; then it leaves the rest to the next one. */
const MOST_WAITS = 10
const isHeld = (failure: unknown) => (failure as { code?: string }).code === '55P03'

/**
 * Does `work` for one after another and adds up what it did. One that fails stops no other; only where the database gives no
 * answer at all the others are left as well. Throws an AggregateError of the failures when it is over.
 */
export async function goThrough<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<number>,
): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  for await (const item of items)
    try {
      done += await work(item)
    } catch (failure) {
      failures.push(failure)
      if (isUnavailable(failure) && !isHeld(failure)) break
      if (failures.filter(isHeld).length >= MOST_WAITS) break
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed beside ${done}`)
  return done
}

/** For what is no longer due since it was listed: refused, it counts as nothing done. Throws any other failure. */
export function noneIfRefused(failure: unknown): 0 {
  if (failure instanceof Refusal) return 0
  throw failure
}

/** Whatever `list` names, by id, those after the last one of the page before. */
export async function* pages(list: (after: string | null) => Promise<{ id: string }[]>): AsyncGenerator<string> {
  for (let rows = await list(null); rows.length > 0; rows = await list(rows.at(-1)?.id ?? null))
    for (const { id } of rows) yield id
}

type Old = { from: Sql; old: Sql; end?: Sql; atOnce?: number | undefined }

/**
 * Deletes the rows of `from` that are `old`, or does to them what `end` says (an update after which they are it no more), some
 * in a statement. Where one of them fails they go one by one. How many.
 */
export async function endOld(
  db: Queryable,
  { from, old, end = sql`delete from ${from}`, atOnce = AT_ONCE }: Old,
): Promise<number> {
  const these = (ids: string[]) => db.run(sql`${end} where ctid = any(${ids}::tid[]) and (${old})`)
  const alone: string[] = []
  let together = 0
  async function* failing() {
    for (let step = atOnce, ended = 1; step === atOnce && ended > 0; ) {
      const rows = await db.rows<{ id: string }>(sql`
        select ctid::text as id from ${from} where (${old}) and ctid <> all(${alone}::tid[]) limit ${atOnce}::int`)
      const ids = rows.map(({ id }) => id)
      step = ids.length
      try {
        ended = await these(ids)
        together += ended
      } catch {
        alone.push(...ids)
        yield* ids
      }
    }
  }
  const oneByOne = await goThrough(failing(), (id) => these([id]))
  return together + oneByOne
}
