/** What may be asked back, when, and how much that is. Pure. */
import { divideDown, type Minor, minor } from '../../money/money.ts'
import type { OrderState } from '../core/order-rules.ts'
import { keptOnLeaving } from '../guarantee/settlement-rules.ts'

/** Before the pieces are handed over: the whole order or nothing. */
export const earlyReasons = ['changed_mind', 'too_slow'] as const
/** After that: some pieces or all, for a fault that is ours. Sound gold is sold back to the house, not returned. */
const lateReasons = ['damaged', 'wrong_piece', 'not_as_described', 'missing', 'not_arrived'] as const
export const refundReasons = [...earlyReasons, ...lateReasons] as const
export type RefundReason = (typeof refundReasons)[number]

export const refundStates = ['requested', 'granted', 'executed', 'rejected', 'withdrawn'] as const
export type RequestState = (typeof refundStates)[number]

/**
 * Every move of a request; granted and executed are two people above an amount. A grant is taken back when it cannot be
 * executed any more, such as for an order that was handed over meanwhile.
 */
export const requestMoves: Record<RequestState, readonly RequestState[]> = {
  requested: ['granted', 'rejected', 'withdrawn'],
  granted: ['executed', 'rejected'],
  executed: [],
  rejected: [],
  withdrawn: [],
}

/** `closesAt`: until when an order that was handed over may be asked back; `cancelUntil`: until when it is cancelled instead. */
export type Moments = { now: Date; cancelUntil: Date | null; closesAt: Date | null }

/** The reasons that a member may give now; none when nothing can be asked back. */
export function reasonsFor(state: OrderState, { now, cancelUntil, closesAt }: Moments): readonly RefundReason[] {
  if (state === 'paid') return cancelUntil && cancelUntil > now ? [] : earlyReasons
  if (state === 'preparing') return earlyReasons
  if (state === 'shipped') return lateReasons
  const handedOver = state === 'ready_for_pickup' || state === 'completed'
  return handedOver && closesAt && closesAt > now ? lateReasons.filter((reason) => reason !== 'not_arrived') : []
}

export const isWholeOnly = (reason: RefundReason): boolean => (earlyReasons as readonly string[]).includes(reason)

/** A line of the order: how many pieces were bought, how many went back before, and how much of its money with them. */
export type RefundableLine = {
  position: number
  quantity: number
  unit: Minor
  tax: Minor
  returned: number
  returnedTax: Minor
}
/** `goods` is already less the discount. */
export type RefundableOrder = {
  goods: Minor
  delivery: Minor
  insurance: Minor
  returnedGoods: Minor
  lines: RefundableLine[]
}
export type AskedPieces = { position: number; quantity: number }[]

export type AmountBack = {
  lines: { position: number; quantity: number; goods: Minor; tax: Minor }[]
  goods: Minor
  tax: Minor
  delivery: Minor
  insurance: Minor
  /** What the house keeps when a member leaves the sale. */
  kept: Minor
  total: Minor
}

/**
 * What `asked` would return if it were granted now. A piece returns its price and its share of the line's tax, cut down;
 * the last pieces of a line return what is left of its tax, the last of the order what is left of its goods, and delivery
 * and insurance with them: whatever the parts, together they are exactly what was paid.
 */
export function amountBack(order: RefundableOrder, asked: AskedPieces, reason: RefundReason): AmountBack {
  const lines = order.lines.flatMap((line) => {
    const quantity = asked.find((one) => one.position === line.position)?.quantity ?? 0
    return quantity > 0 ? [{ position: line.position, quantity, ...lineBack(line, quantity) }] : []
  })
  const asks = new Map(asked.map((one) => [one.position, one.quantity]))
  const isLast = order.lines.every((line) => line.returned + (asks.get(line.position) ?? 0) === line.quantity)
  const left = order.goods - order.returnedGoods
  const listed = lines.reduce((sum, line) => sum + line.goods, 0n)
  const goods = isLast || listed > left ? left : listed
  const kept = reason === 'changed_mind' ? keptOnLeaving(minor(goods)) : 0n
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n)
  const delivery = isLast ? order.delivery : 0n
  const insurance = isLast ? order.insurance : 0n
  return {
    lines,
    goods: minor(goods),
    tax: minor(tax),
    delivery: minor(delivery),
    insurance: minor(insurance),
    kept: minor(kept),
    total: minor(goods - kept + tax + delivery + insurance),
  }
}

function lineBack(line: RefundableLine, quantity: number): { goods: Minor; tax: Minor } {
  const isLast = line.returned + quantity === line.quantity
  const share = divideDown(line.tax * BigInt(quantity), BigInt(line.quantity))
  const left = line.tax - line.returnedTax
  return { goods: minor(line.unit * BigInt(quantity)), tax: minor(isLast || share > left ? left : share) }
}

export type RefundState = 'none' | 'requested' | 'partial' | 'full' | 'rejected'

/** What stands beside the state of an order. `returned` and `bought` are pieces. */
export function refundStateOf(requests: RequestState[], pieces: { returned: number; bought: number }): RefundState {
  if (requests.some((state) => state === 'requested' || state === 'granted')) return 'requested'
  if (pieces.returned > 0) return pieces.returned === pieces.bought ? 'full' : 'partial'
  return requests.includes('rejected') ? 'rejected' : 'none'
}
