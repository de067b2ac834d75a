/** What a request would return, by the shop's own rule, from what the shop says of the order. */

import { minor } from '../../money/money.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { type AskedPieces, amountBack, isWholeOnly, type RefundReason } from '../refunds/refund-rules.ts'

export type BackInWords = { goods: string; tax: string; fees: string; kept: string; total: string; isLast: boolean }

/** Every piece that can still be asked back. */
export const allFree = (status: RefundStatusView): AskedPieces =>
  status.order.lines.filter((line) => line.free > 0).map(({ position, free: quantity }) => ({ position, quantity }))

/** The pieces that a request is about: the whole order where the reason wants it, else what was chosen. */
export const piecesFor = (status: RefundStatusView, reason: RefundReason, chosen: AskedPieces): AskedPieces =>
  isWholeOnly(reason) ? allFree(status) : chosen

export function backFor(status: RefundStatusView, reason: RefundReason, pieces: AskedPieces): BackInWords {
  const { currency, order } = status
  const units = (amount: string) => minor(minorOf(amount, currency))
  const back = amountBack(
    {
      goods: units(order.goods),
      delivery: units(order.delivery),
      insurance: units(order.insurance),
      returnedGoods: units(order.returned_goods),
      lines: order.lines.map((line) => ({
        position: line.position,
        quantity: line.quantity,
        unit: units(line.unit),
        tax: units(line.tax),
        returned: line.returned,
        returnedTax: units(line.returned_tax),
      })),
    },
    pieces,
    reason,
  )
  const text = (amount: bigint) => wireMoney(amount, currency)
  return {
    goods: text(back.goods),
    tax: text(back.tax),
    fees: text(back.delivery + back.insurance),
    kept: text(back.kept),
    total: text(back.total),
    isLast: order.lines.every(
      (line) => line.returned + (pieces.find((one) => one.position === line.position)?.quantity ?? 0) === line.quantity,
    ),
  }
}
