/** How what was handed over is booked as sold. Pure. Amounts in minor units of the order's currency. Source: docs/ledger.md, decision 0060. */
import { houseLegs } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'
import { type Sale, sumOfSale } from './sale-rules.ts'

type Sold = { orderId: string; number: number; store: string; currency: Currency; sale: Sale; actor: string }

/** The order's money is the house's; negative: it is owed back. */
export const saleBooked = ({ orderId, number, store, currency, sale, actor }: Sold): Posting => ({
  kind: 'sale_booked',
  reference: `${orderId}:${number}`,
  actor,
  legs: houseLegs(store, currency, {
    order_money: -sumOfSale(sale),
    sales_gold: sale.gold,
    sales_premium: sale.premium,
    sales_making: sale.making,
  }),
})
