/** Views of the list of orders: kept under a name of their person, who alone changes and removes them (decision 0165). */
import { v7 as newId } from 'uuid'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { OrderViewView } from './view-contract.ts'
import { MOST_VIEWS, tidySearch } from './view-rules.ts'

type Row = Pick<OrderViewView, 'name' | 'search' | 'shared'> & { id: string; person: string }

/** Their own, and what others share; by name. */
export async function listViews(db: Queryable, staff: Pick<Staff, 'id'>): Promise<{ views: OrderViewView[] }> {
  const rows = await db.rows<Row>(sql`
    select id, person_id as person, name, search, shared from orders.views where person_id = ${staff.id} or shared
    order by lower(name), id limit 500`)
  const names = await namesOfStaff(
    db,
    rows.map(({ person }) => person),
  )
  return {
    views: rows.map(({ id, person, ...view }) => ({
      ...view,
      view_id: id,
      mine: person === staff.id,
      by: names.get(person) ?? '',
    })),
  }
}

type Save = { name: string; search: string; shared: boolean }

/** Kept under its name, in place of what its person kept there before. Refuses view_limit. */
export const saveView = (
  karat: Bag<'orders'>,
  staff: Pick<Staff, 'id'>,
  { name, search, shared }: Save,
): Promise<{ view_id: string }> =>
  karat.db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`order views ${staff.id}`}, 0))`)
    const known = await tx.row<{ count: number; same: boolean }>(sql`
      select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name.trim()})), false) as same
      from orders.views where person_id = ${staff.id}`)
    if (known && known.count >= MOST_VIEWS && !known.same) throw new Refusal('view_limit')
    const kept = await tx.row<{ id: string }>(sql`
      insert into orders.views (id, person_id, name, search, shared)
      values (${newId()}, ${staff.id}, ${name.trim()}, ${tidySearch(search)}, ${shared})
      on conflict (person_id, lower(name)) do update
        set name = excluded.name, search = excluded.search, shared = excluded.shared, saved_at = clock_timestamp()
      returning id`)
    if (!kept) throw new Error('a view was not kept')
    return { view_id: kept.id }
  })

/** Refuses not_found for one that is not theirs. */
export async function removeView(
  karat: Bag<'orders'>,
  staff: Pick<Staff, 'id'>,
  viewId: string,
): Promise<{ done: true }> {
  const removed = await karat.db.run(sql`delete from orders.views where id = ${viewId} and person_id = ${staff.id}`)
  if (removed === 0) throw new Refusal('not_found')
  return { done: true }
}
