/** The states of an order and every move between them (G9). A move that is not here is refused. */

export const orderStates = [
  'pending_payment',
  'payment_review',
  'paid',
  'preparing',
  'shipped',
  'ready_for_pickup',
  'completed',
  'cancelled',
  'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** Source: product.md §4. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  pending_payment: ['paid', 'cancelled', 'expired', 'payment_review'],
  payment_review: ['paid', 'cancelled'],
  expired: ['payment_review'],
  paid: ['preparing', 'cancelled'],
  preparing: ['shipped', 'ready_for_pickup', 'cancelled'],
  shipped: ['completed'],
  ready_for_pickup: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}

export const mayMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to)

/** What staff do with an order that is delivered this way; giving it up belongs to refunds. */
export const staffMoves = (from: OrderState, mode: 'courier' | 'pickup'): OrderState[] =>
  orderMoves[from].filter((to) => {
    if (to === 'shipped') return mode === 'courier'
    if (to === 'ready_for_pickup') return mode === 'pickup'
    return to === 'preparing' || to === 'completed'
  })

/** What a buyer may show at the counter. */
export const documents = ['identity_card', 'passport', 'driving_licence'] as const
export type Document = (typeof documents)[number]

/** The tabs of the back office: what is to be done, then what is over. */
export const officeTabs = {
  to_prepare: ['paid'],
  preparing: ['preparing'],
  at_counter: ['ready_for_pickup'],
  shipped: ['shipped'],
  review: ['payment_review'],
  unpaid: ['pending_payment'],
  completed: ['completed'],
  ended: ['cancelled', 'expired'],
  all: orderStates,
} as const satisfies Record<string, readonly OrderState[]>
export type OfficeTab = keyof typeof officeTabs

/** Orders of which slips are printed at once. */
export const MOST_SLIPS = 100

/** Which promise to its buyer an order has missed; and what a list is narrowed to. */
export const lates = ['packing', 'arrival'] as const
export type Late = (typeof lates)[number]
export const officeMarks = ['lost', 'late'] as const
export type OfficeMark = (typeof officeMarks)[number]

/** What an order's part of its member's day limit is kept under. */
export const dayReference = (orderId: string): string => `order:${orderId}`

/** The tabs of the order list and the states that each shows. */
export const orderTabs = {
  all: orderStates,
  unpaid: ['pending_payment', 'payment_review'],
  on_the_way: ['paid', 'preparing', 'shipped', 'ready_for_pickup'],
  completed: ['completed'],
  cancelled: ['cancelled', 'expired'],
  /** Whatever its state, money of it was asked back. */
  refunds: orderStates,
} as const satisfies Record<string, readonly OrderState[]>
export type OrderTab = keyof typeof orderTabs

/** What became of a gold price guarantee. */
export const guaranteeStates = ['open', 'used', 'expired', 'released'] as const
export type GuaranteeState = (typeof guaranteeStates)[number]
