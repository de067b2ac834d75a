/** Pickup points are added, changed and closed by staff (decision 0145); what was sold to be collected there keeps what it was sold under. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { isOpenHeld, type Store, startOfDay } from '../stores/stores.ts'
import { faultsOfPoint, isElsewhere, type PointWish } from './pickup-rules.ts'

const ACTION = 'settings.points'

/** `seen`: what `changed` was when the person looked; both null for a point that there was not. */
type Wish = { id: number | null; seen: string | null; point: PointWish; reason: string }

/**
 * The point is as it was written, from now on. Of an open store a new point, and another name or address, wait for a second person: that is
 * where gold is handed over. What changes nothing writes nothing.
 *
 * Refuses permission_missing; invalid_input by field; not_found; edited_meanwhile; approval_waiting.
 */
export async function savePickupPoint(
  { db }: Bag<'delivery'>,
  staff: Staff,
  { store, wish }: { store: Store; wish: Wish },
  key: Once,
): Promise<{ approval_id: string | null }> {
  const { reason } = wish
  requireFit(wish.point)
  return once(db, key, async (tx) => {
    const before = await holdAsSeen(tx, store.code, wish)
    if (JSON.stringify(before) === JSON.stringify(ordered(wish.point))) return { approval_id: null }
    const subject = { kind: 'pickup_point', id: `${store.code} ${wish.id ?? wish.point.name}` }
    if ((!before || isElsewhere(before, wish.point)) && (await isOpenHeld(tx, store.code))) {
      const { id, seen, point } = wish
      const params = { what: 'save', id, seen, before, after: ordered(point) }
      return requestApproval(tx, staff, { action: ACTION, subject, store: store.code, reason, params })
    }
    const details = { did: before ? ('change_point' as const) : ('add_point' as const), before, after: wish.point }
    await recordAction(tx, staff, { action: ACTION, subject, store: store.code, reason, details })
    await write(tx, store.code, wish)
    return { approval_id: null }
  })
}

function requireFit(point: PointWish) {
  const faults = faultsOfPoint(point)
  if (Object.keys(faults).length > 0) throw invalidInput(faults)
}

/** Keys in one order, so that equal points are equal as text. */
const ordered = ({ name, street, city, telephone, hours, closed_days }: PointWish): PointWish => {
  const sorted = (of: Record<string, string>) => Object.fromEntries(Object.entries(of).toSorted())
  return { name, street, city, telephone, hours: sorted(hours), closed_days: sorted(closed_days) }
}

/** Held until the transaction ends: whoever sells something to be collected there waits, or is waited for. */
async function holdAsSeen(tx: Tx, store: string, { id, seen }: Pick<Wish, 'id' | 'seen'>): Promise<PointWish | null> {
  if (id === null) return null
  const row = await tx.row<PointWish & { changed: Date }>(sql`
    select name, street, city, telephone, hours, closed_days, changed_at as changed
    from delivery.pickup_points where id = ${id} and store = ${store} for update`)
  if (!row) throw new Refusal('not_found')
  if (row.changed.toISOString() !== seen) throw new Refusal('edited_meanwhile')
  return ordered(row)
}

async function write(tx: Tx, store: string, { id, point }: Pick<Wish, 'id' | 'point'>) {
  const { name, street, city, telephone } = point
  const [hours, days] = [JSON.stringify(point.hours), JSON.stringify(point.closed_days)]
  if (id === null)
    await tx.run(sql`
      insert into delivery.pickup_points (store, name, street, city, telephone, hours, closed_days, position)
      select ${store}, ${name}, ${street}, ${city}, ${telephone}, ${hours}::jsonb, ${days}::jsonb, coalesce(max(position), 0) + 1
      from delivery.pickup_points where store = ${store}`)
  else
    await tx.run(sql`
      update delivery.pickup_points set name = ${name}, street = ${street}, city = ${city}, telephone = ${telephone},
        hours = ${hours}::jsonb, closed_days = ${days}::jsonb, changed_at = clock_timestamp()
      where id = ${id} and store = ${store}`)
}

/** `from`: a day of the store's zone to come; null: at once. `closed` false: it is open again, or goes on. */
type Closing = { id: number; seen: string; closed: boolean; from: string | null; reason: string }

/**
 * From its moment on nothing is sold to be collected there, and nothing is taken in; what was sold is still handed out there. One person
 * closes a point, at once if need be; that it opens again waits for a second one where the store sells.
 *
 * Refuses permission_missing; not_found; edited_meanwhile; invalid_input (from) for a day that has begun; approval_waiting.
 */
export async function closePickupPoint(
  { db }: Bag<'delivery'>,
  staff: Staff,
  { store, wish }: { store: Store; wish: Closing },
  key: Once,
): Promise<{ approval_id: string | null }> {
  const { id, seen, closed, from, reason } = wish
  return once(db, key, async (tx) => {
    const before = await holdAsSeen(tx, store.code, wish)
    const subject = { kind: 'pickup_point', id: `${store.code} ${id}` }
    if (!closed && (await isOpenHeld(tx, store.code))) {
      const params = { what: 'open', id, seen, before }
      return requestApproval(tx, staff, { action: ACTION, subject, store: store.code, reason, params })
    }
    const did = closed ? ('close_point' as const) : ('open_point' as const)
    const details = { did, before: { name: before?.name }, after: { from } }
    await recordAction(tx, staff, { action: ACTION, subject, store: store.code, reason, details })
    await setClosing(tx, store, wish)
    return { approval_id: null }
  })
}

/** A closing moves to no later day: that would be opening again, which takes two. */
async function setClosing(tx: Tx, { code, timeZone }: Store, { id, closed, from }: Omit<Closing, 'seen' | 'reason'>) {
  const moment: Sql = from === null ? sql`clock_timestamp()` : startOfDay(from, timeZone)
  const done = await tx.run(sql`
    update delivery.pickup_points set closes_at = case when ${closed} then ${moment} end, changed_at = clock_timestamp()
    where id = ${id} and store = ${code} and (${from}::text is null or ${moment} > clock_timestamp())
      and (not ${closed} or closes_at is null or ${moment} <= closes_at)`)
  if (done === 0) throw invalidInput({ from: problem('staff_day') })
}

/** Refuses as the two above, by what is there when the second person decides. */
export const pointExecutor: Executor = {
  action: ACTION,
  async execute({ stores }, tx, { store: code, params }) {
    const asked = params as { what: 'save' | 'open'; id: number | null; seen: string | null; after: PointWish }
    const store = stores.get(code ?? '')
    if (!store) throw new Refusal('unknown_store')
    await holdAsSeen(tx, store.code, asked)
    if (asked.what === 'save') return write(tx, store.code, { id: asked.id, point: asked.after })
    return setClosing(tx, store, { id: asked.id ?? 0, closed: false, from: null })
  },
}
