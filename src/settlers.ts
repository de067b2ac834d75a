/** Who settles money of each purpose. A purpose without one does not compile. */
import type { Karat } from './karat.ts'
import { isNewBuyer } from './orders/core/buyer-queries.ts'
import { orderSettler } from './orders/core/order-settler.ts'
import type { MandateSettler } from './payments/mandates.ts'
import type { PayoutSettler } from './payments/payout-contract.ts'
import type { Settlers } from './payments/settler.ts'
import { depositSettler } from './vault/deposit-settler.ts'
import { settleTry } from './vault/payouts/settle-payout.ts'
import { planMandateSettler } from './vault/plans/plan-mandates.ts'
import { purchaseSettler } from './vault/purchases/purchase-settler.ts'

export const settlers: Settlers = {
  order: orderSettler,
  deposit: depositSettler(isNewBuyer),
  purchase: purchaseSettler(isNewBuyer),
}

/** What becomes of what mandates pay for: savings plans, and nothing else. */
export const mandateSettler = (karat: Pick<Karat, 'config' | 'stores'>): MandateSettler => planMandateSettler(karat)

/** What becomes of money that providers pay out. */
export const payoutSettler =
  (karat: Pick<Karat, 'config'>): PayoutSettler =>
  (tx, told) =>
    settleTry(tx, karat, told)
