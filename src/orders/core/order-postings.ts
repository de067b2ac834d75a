/** How sales of orders are booked. Pure. Amounts in minor units of the order's currency. Source: docs/ledger.md. */
import { houseLegs, memberAccount } from '../../ledger/ledger-rules.ts'
import type { Posting } from '../../ledger/posting-rules.ts'
import type { Currency } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'

/** What an order's total is made of; `goods` before `discount`. */
type OrderAmounts = {
  goods_minor: bigint
  discount_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
}

const toOrder = (order: OrderAmounts) => ({
  order_money: order.goods_minor - order.discount_minor,
  delivery_fees: order.delivery_minor,
  insurance_fees: order.insurance_minor,
  tax_payable: order.tax_minor,
})

type Paid = OrderAmounts & { store: string; total_minor: bigint }

/** A captured payment that fits its order pays it. */
export const paymentCaptured = (payment: Pick<Payment, 'id' | 'provider' | 'currency'>, order: Paid): Posting => ({
  kind: 'payment_captured',
  reference: payment.id,
  actor: `provider:${payment.provider}`,
  legs: houseLegs(order.store, payment.currency, { provider_clearing: -order.total_minor, ...toOrder(order) }),
})

/** Money of the buyer's cash balance pays the order. */
export const balanceSpent = (payment: Pick<Payment, 'id' | 'member_id' | 'currency'>, order: Paid): Posting => ({
  kind: 'balance_spent',
  reference: payment.id,
  actor: `member:${payment.member_id}`,
  legs: [
    {
      account: memberAccount({ store: order.store, id: payment.member_id }, 'cash', payment.currency),
      amount: -order.total_minor,
    },
    ...houseLegs(order.store, payment.currency, toOrder(order)),
  ],
})

/** Money in suspense pays the order after all, at the amounts of the price now. */
export const paymentHonoured = (
  payment: Pick<Payment, 'id'>,
  order: Paid & { currency: Currency },
  actor: string,
): Posting => ({
  kind: 'payment_honoured',
  reference: payment.id,
  actor,
  legs: houseLegs(order.store, order.currency, { suspense: -order.total_minor, ...toOrder(order) }),
})

type Settled = { kept: bigint; gain: bigint; because: string; actor: string }

/** What a cancelled sale is settled at: the house keeps `kept` of the goods' money, the member gains `gain`. */
export const saleSettled = (
  order: { id: string; store: string; member_id: string; currency: Currency },
  { kept, gain, because, actor }: Settled,
): Posting => ({
  kind: 'sale_settled',
  reference: order.id,
  actor,
  reason: because,
  legs: [
    ...houseLegs(order.store, order.currency, { order_money: -kept, settlement: kept - gain }),
    { account: memberAccount({ store: order.store, id: order.member_id }, 'cash', order.currency), amount: gain },
  ],
})

/** What a cancellation gave too little: `back` is on its way to its payment, `gain` in the member's cash balance. */
export const differenceGranted = (
  order: { id: string; store: string; member_id: string; currency: Currency },
  { back, gain, actor }: { back: bigint; gain: bigint; actor: string },
): Posting => ({
  kind: 'difference_granted',
  reference: order.id,
  actor,
  legs: [
    ...houseLegs(order.store, order.currency, { settlement: -back - gain, order_money: back }),
    { account: memberAccount({ store: order.store, id: order.member_id }, 'cash', order.currency), amount: gain },
  ],
})
