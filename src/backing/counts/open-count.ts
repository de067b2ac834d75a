/** A count of the bars of a place begins, and may be given up. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { holdBacking } from '../judge-backing.ts'
import { requireOpenPlace } from '../places/save-place.ts'

type OpenWish = { store: string; place: string; reason: string }

/**
 * Two people can count what lies in the place; what the register has there at this moment is kept beside it.
 *
 * Refuses permission_missing; place_not_open; count_open while the place is being counted.
 */
export const openCount = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: OpenWish,
  request: Once,
): Promise<{ count_id: string }> =>
  once(karat.db, request, async (tx) => {
    const { store, place, reason } = wish
    await holdBacking(tx, store)
    await requireOpenPlace(tx, store, place)
    const id = newId()
    const number = await addCount(tx, { ...wish, id, by: staff.id })
    await recordAction(tx, staff, {
      ...{ action: 'vault.count', subject: { kind: 'count', id }, store, reason },
      details: { did: 'count_opened', count: number, place },
    })
    return { count_id: id }
  })

async function addCount(
  tx: Tx,
  { id, store, place, reason, by }: OpenWish & { id: string; by: string },
): Promise<string> {
  try {
    const added = await tx.row<{ number: string }>(sql`
      insert into backing.counts (id, number, store, place, opened_by, reason)
      values (${id}, 'C' || nextval('backing.count_numbers'), ${store}, ${place}, ${by}, ${reason}) returning number`)
    await tx.run(sql`
      insert into backing.count_expected (count_id, bar_id)
      select ${id}::uuid, id from backing.bars where store = ${store} and place = ${place} and state in ('available', 'pledged')`)
    return added?.number ?? ''
  } catch (error) {
    throw brokenConstraint(error) === 'one_open_count' ? new Refusal('count_open') : error
  }
}

/**
 * The count ends without a result; the place can be counted anew.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; count_state for one that has ended; counter_settles to whoever
 * counted, once both sheets are compared: what they found would disappear with it.
 */
export const abandonCount = (
  karat: Bag<'backing'>,
  staff: Staff,
  { countId, reason }: { countId: string; reason: string },
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const { store, number, place, isCompared, isOver } = await holdCount(tx, countId)
    if (isOver) throw new Refusal('count_state')
    if (isCompared) await requireNoCounter(tx, countId, staff)
    await tx.run(sql`
      update backing.counts set abandoned_at = clock_timestamp(), abandoned_by = ${staff.id}, abandoned_because = ${reason}
      where id = ${countId}`)
    await recordAction(tx, staff, {
      ...{ action: 'vault.resolve', subject: { kind: 'count', id: countId }, store, reason },
      details: { did: 'count_abandoned', count: number, place },
    })
    return { done: true }
  })

export type Count = { number: string; store: string; place: string; isCompared: boolean; isOver: boolean }

/** The count, which nobody else takes on until `tx` ends. Refuses not_found. */
export async function holdCount(tx: Tx, countId: string): Promise<Count> {
  const count = await tx.row<Count>(sql`
    select number, store, place, compared_at is not null as "isCompared", coalesce(finished_at, abandoned_at) is not null as "isOver"
    from backing.counts where id = ${countId} for update`)
  if (!count) throw new Refusal('not_found')
  return count
}

export type Sheet = { seat: number; counter: string; isDone: boolean }
export const sheetsOf = (tx: Tx, countId: string): Promise<Sheet[]> =>
  tx.rows<Sheet>(sql`
    select seat, counter, done_at is not null as "isDone" from backing.count_sheets where count_id = ${countId} order by seat`)

/** Whoever counted decides nothing of what the count found. Refuses counter_settles. `tx` holds the count. */
export async function requireNoCounter(tx: Tx, countId: string, { id }: Staff): Promise<void> {
  if ((await sheetsOf(tx, countId)).some(({ counter }) => counter === id)) throw new Refusal('counter_settles')
}
