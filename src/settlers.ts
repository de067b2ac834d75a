/** Who settles money of each purpose. A purpose without one does not compile. */
import { isNewBuyer } from './orders/core/buyer-queries.ts'
import { orderSettler } from './orders/core/order-settler.ts'
import type { Settlers } from './payments/settler.ts'
import { depositSettler } from './vault/deposit-settler.ts'

export const settlers: Settlers = { order: orderSettler, deposit: depositSettler(isNewBuyer) }
