/** What members may ask about their personal data, what becomes of it, and on what ground the house says no. Pure. */

/** Access is answered by the shop itself, at once; the others by a person, within `settings.rights.hours`. */
export const requestKinds = ['access', 'correction', 'restriction', 'deletion'] as const
export type RequestKind = (typeof requestKinds)[number]
export const askedKinds = ['correction', 'restriction', 'deletion'] as const
export type AskedKind = (typeof askedKinds)[number]

export const requestStates = ['waiting', 'granted', 'refused', 'withdrawn'] as const
export type RequestState = (typeof requestStates)[number]

/** What a correction is about. */
export const correctable = ['name', 'contact', 'address', 'identity', 'order', 'other'] as const
export type Correctable = (typeof correctable)[number]
/** Granting these opens name and identity, for the member to tell them anew. */
export const opensName = (about: Correctable | null): boolean => about === 'name' || about === 'identity'

/** Why a request is refused, as the law knows it. */
export const grounds = ['kept_by_law', 'running_business', 'not_inaccurate', 'rights_of_others', 'unfounded'] as const
export type Ground = (typeof grounds)[number]

/** Why an account cannot be closed now. */
export const obstacles = [
  'open_orders',
  'money_on_its_way',
  'gold_or_money_held',
  'gold_brought',
  'complaint_open',
  'looked_into',
] as const
export type Obstacle = (typeof obstacles)[number]

/** What goes when an account is deleted. */
export const deletedParts = ['account', 'devices', 'addresses', 'wishes', 'messages', 'testimonials'] as const
export type DeletedPart = (typeof deletedParts)[number]

/** What stays, and why; under the member's number, from which nobody reads who it was but through what stays. */
export const keptParts = ['books', 'invoices', 'identity', 'payouts', 'audit', 'proof'] as const
export type KeptPart = (typeof keptParts)[number]

export type Kept = { part: KeptPart; until: string | null }
export type Outcome = { deleted: DeletedPart[]; kept: Kept[] }

/**
 * What stays of a member who leaves at `now`: the ledger with the sums and numbers of orders, which nothing ends for now; name and
 * address in orders and invoices; identity papers where any were sent; payout accounts as proof of where money went; what staff did; and this request. A day stands only where
 * a round of the shop ends it.
 */
export function keptOf(
  held: { orders: number; ordersUntil: Date | null; identity: boolean; identityUntil?: Date | null; payouts: boolean },
  { now, years }: { now: Date; years: { identity: number; payouts: number; proof: number } },
): Kept[] {
  const later = (more: number) => new Date(Date.UTC(now.getUTCFullYear() + more, now.getUTCMonth(), now.getUTCDate()))
  const day = (more: number) => later(more).toISOString().slice(0, 10)
  return [
    ...(held.orders > 0
      ? [
          { part: 'books' as const, until: null },
          { part: 'invoices' as const, until: held.ordersUntil?.toISOString().slice(0, 10) ?? null },
        ]
      : []),
    ...(held.identity
      ? [{ part: 'identity' as const, until: held.identityUntil?.toISOString().slice(0, 10) ?? day(years.identity) }]
      : []),
    ...(held.payouts ? [{ part: 'payouts' as const, until: day(years.payouts) }] : []),
    { part: 'audit', until: null },
    { part: 'proof', until: day(years.proof) },
  ]
}
