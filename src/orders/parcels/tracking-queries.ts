/** By whom and under which number a parcel is followed: as it was last corrected. */
import { sql } from '../../db/database.ts'

/** Of the shipment `s`. */
const newest = sql`from orders.tracking_corrections c where c.order_id = s.order_id and c.parcel = s.parcel order by c.id desc limit 1`
export const carrierNow = sql`coalesce((select c.carrier ${newest}), s.carrier)`
export const trackingNow = sql`coalesce((select c.tracking ${newest}), s.tracking)`
