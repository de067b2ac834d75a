/** How a revaluation of the house's gold is booked. Pure. Amounts in minor units of the store's currency. Source: docs/ledger.md, decision 0061. */
import { houseLegs } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Currency } from '../money/money.ts'

type Revalued = { store: string; day: string; currency: Currency; change: bigint }

/** By how much the unrealised result became more; less where it is negative. */
export const metalRevalued = ({ store, day, currency, change }: Revalued): Posting => ({
  kind: 'metal_revalued',
  reference: `${store}:${day}`,
  actor: 'system',
  legs: houseLegs(store, currency, { metal_revaluation: -change, unrealised_result: change }),
})
