/** What staff may do with many orders at once: what needs nothing typed for each of them. Pure. */
import type { Permission } from '../../staff/permission-rules.ts'
import { type OrderState, orderStates } from '../core/order-rules.ts'

export const bulkActions = ['prepare', 'ready', 'complete', 'give_up'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Whoever does it with many may do it with one. */
export const bulkPermission = {
  prepare: 'orders.prepare',
  ready: 'orders.prepare',
  complete: 'orders.complete',
  give_up: 'orders.give_up',
} as const satisfies Record<BulkAction, Permission>

/** Orders of one run; the database counts no further. */
export const MOST_OF_A_RUN = 1000
/** Orders that one preview looks at: each is tried by its command, all within the time that a call has. */
export const MOST_OF_A_PREVIEW = 25

export const bulkResults = ['waiting', 'done', 'asked', 'refused', 'left'] as const
export type BulkResult = (typeof bulkResults)[number]

/** An order, and the state in which whoever chose it saw it. */
export type Chosen = { orderId: string; expected: OrderState }

/** A line each, for a call takes no list of a thousand. */
export const chosenText = (orders: Chosen[]): string =>
  orders.map(({ orderId, expected }) => `${orderId} ${expected}`).join('\n')

const line = new RegExp(`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (${orderStates.join('|')})$`)

/** Null of what is not such lines, of an order that is named twice, and of more than `most`. */
export function readChosen(text: string, most: number): Chosen[] | null {
  const found = text.split('\n').map((one) => line.exec(one))
  if (found.length > most || new Set(found.map((one) => one?.[1])).size < found.length) return null
  const orders = found.flatMap((one) => (one?.[1] ? [{ orderId: one[1], expected: one[2] as OrderState }] : []))
  return orders.length === found.length ? orders : null
}
