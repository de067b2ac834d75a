/** What a purchase of grams with money from outside is. Pure. Source: product.md §5 and §7, docs/decisions/0078. */

/**
 * `expired`: its time was up. `cancelled`: its member gave it up, or a newer one took its place. `refused`: its money came in time, and no
 * gold could be sold for it. Of all three money goes back.
 */
export const purchaseStates = ['open', 'expired', 'cancelled', 'refused', 'paid'] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** Why money that came in time bought nothing; `not_possible_now` says as little as the refusal of that name. */
export const purchaseRefusals = [
  'gold_sold_out',
  'buying_closed',
  'level',
  'account_closed',
  'not_possible_now',
] as const
export type PurchaseRefusal = (typeof purchaseRefusals)[number]

/** What of its member's day it takes, from its opening on until it ends unpaid. */
export const dayReference = (purchaseId: string) => `purchase:${purchaseId}`
