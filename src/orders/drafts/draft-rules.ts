/** Orders that staff put together: the states of one. Every state but the first is an end (orders.guard_draft). Pure. */
export const draftStates = ['open', 'used', 'withdrawn', 'expired'] as const
export type DraftState = (typeof draftStates)[number]
/** What a draft names; its price is of the moment in which it is held. */
export type DraftLine = { sku_id: number; quantity: number }
