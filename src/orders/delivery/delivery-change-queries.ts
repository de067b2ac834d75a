/** Where orders went before, and where a paid one may go instead. */
import { type Queryable, sql } from '../../db/database.ts'
import { listAddresses, listPickupPoints, newAddresses } from '../../delivery/address-queries.ts'
import type { Bag } from '../../karat.ts'
import { Refusal } from '../../refusals.ts'
import { storeOf } from '../../stores/stores.ts'
import type { DeliveryData } from '../contract.ts'
import { chooseDelivery } from '../core/choose-delivery.ts'
import type { DeliveryPlacesView } from '../core/office-contract.ts'
import { barrierOf, isSamePlace } from './delivery-change-rules.ts'

type Change = { was: DeliveryData; by: string; at: Date }

/** Newest first. Of an order that is forgotten nothing is said. */
export const listDeliveryChanges = (db: Queryable, orderId: string): Promise<Change[]> =>
  db.rows<Change>(sql`
    select was, changed_by as by, changed_at as at from orders.delivery_changes where order_id = ${orderId} and was <> '{}' order by id desc`)

type Order = { member_id: string; store: string; delivery: DeliveryData }

/** The buyer's addresses and the pickup points that are offered, each with what keeps this order from going there. Refuses not_found. */
export async function readPlaces(karat: Bag<'orders'>, orderId: string): Promise<DeliveryPlacesView> {
  const { db } = karat
  const order = await db.row<Order>(sql`select member_id, store, delivery from orders.orders where id = ${orderId}`)
  if (!order) throw new Refusal('not_found')
  const { store, delivery: was } = order
  const [book, points] = await Promise.all([listAddresses(db, order.member_id, store), listPickupPoints(db, store)])
  const fresh = await newAddresses(
    db,
    book.map(({ id }) => id),
  )
  const buyer = { memberId: order.member_id, store, currency: storeOf(karat, store).currency, language: '' }
  const addresses = book.flatMap((address) => {
    const wish = { mode: 'courier', address_id: address.id } as const
    const became = servedDelivery(storeOf(karat, store).settings, buyer, wish, address)
    if (became && isSamePlace(was, became)) return []
    const barrier = barrierOf(was, { became, isNew: fresh.has(address.id) })
    const place = [address.street, address.area, address.postalCode].filter(Boolean).join(', ')
    return [{ address_id: address.id, recipient: address.recipient, place, barrier }]
  })
  return {
    addresses,
    points: points
      .filter(({ id }) => was.mode === 'courier' || was.pickup_point_id !== id)
      .map(({ id, name, street, city }) => ({ pickup_point_id: id, place: [name, street, city].join(', ') })),
  }
}

/** As `chooseDelivery`; null where no courier of the store goes there. */
function servedDelivery(...asked: Parameters<typeof chooseDelivery>): DeliveryData | null {
  try {
    return chooseDelivery(...asked)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'delivery_not_served') return null
    throw error
  }
}
