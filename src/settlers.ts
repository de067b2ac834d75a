/** Who settles money of each purpose. A purpose without one does not compile. */
import { orderSettler } from './orders/core/order-settler.ts'
import type { Settlers } from './payments/settler.ts'

export const settlers: Settlers = { order: orderSettler }
