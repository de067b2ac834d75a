/** What becomes of bars on their way: there, back where they came from, or missing. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { holdBacking } from '../judge-backing.ts'
import { requireOpenPlace } from '../places/save-place.ts'

/** `cameBack`: they are where they came from again. */
type ArrivalWish = { transportId: string; barIds: string[]; cameBack: boolean; reason: string }
type Transport = { number: string; store: string; from: string; to: string; requester: string }

/**
 * These bars of the transport lie in its place and can be sold, pledged and sent again; the others are on their way still.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; other_receiver to whoever sent them; place_not_open; bar_state
 * for a bar that is not on its way with it.
 */
export const noteArrival = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: ArrivalWish,
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const { transportId, cameBack, reason } = wish
    const barIds = [...new Set(wish.barIds)]
    const { number, store, from, to, requester } = await findTransport(tx, transportId)
    if (requester === staff.id) throw new Refusal('other_receiver')
    const place = cameBack ? from : to
    await holdBacking(tx, store)
    await requireOpenPlace(tx, store, place)
    const ended = await endTransport(tx, {
      transportId,
      barIds,
      ended: cameBack ? 'returned' : 'arrived',
      by: staff.id,
    })
    const moved = await tx.rows<{ name: string }>(sql`
      with there as (
        update backing.bars set state = 'available', place = ${place} where id = any(${ended}::uuid[]) and state = 'in_transit'
        returning id, serial || ' (' || maker || ')' as name
      ), told as (
        insert into backing.bar_moves (bar_id, from_state, to_state, act, actor, reason, place)
        select id, 'in_transit', 'available', ${newId()}::uuid, ${`staff:${staff.id}`}, ${reason}, ${place} from there
      )
      select name from there order by 1`)
    if (ended.length !== barIds.length || moved.length !== barIds.length) throw new Refusal('bar_state')
    const details = { did: 'bars_arrived' as const, transport: number, place, bars: moved.map(({ name }) => name) }
    await recordAction(tx, staff, {
      ...{ action: 'vault.arrive', subject: { kind: 'transport', id: transportId }, store, reason, details },
    })
    return { done: true }
  })

async function findTransport(tx: Tx, transportId: string): Promise<Transport> {
  const found = await tx.row<Transport>(sql`
    select number, store, from_place as "from", to_place as "to", requester from backing.transports where id = ${transportId}`)
  if (!found) throw new Refusal('not_found')
  return found
}

type Ending = { transportId?: string; barIds: string[]; ended: 'arrived' | 'returned' | 'missing'; by: string }

/** Those of the bars that were on their way, and are so no more. */
export async function endTransport(tx: Tx, { transportId, barIds, ended, by }: Ending): Promise<string[]> {
  try {
    const rows = await tx.rows<{ id: string }>(sql`
      update backing.transport_bars set ended = ${ended}, ended_at = clock_timestamp(), ended_by = ${by}
      where bar_id = any(${barIds}::uuid[]) and ended is null and transport_id = coalesce(${transportId ?? null}::uuid, transport_id)
      returning bar_id as id`)
    return rows.map(({ id }) => id)
  } catch (error) {
    throw brokenConstraint(error) === 'another_receives' ? new Refusal('other_receiver') : error
  }
}
