/** Where the net of a slip goes. Pure. Source: decision 0155. */

/** `usual`: the balance, or where the store keeps none the account that is the member's usual one. */
export const slipWays = ['usual', 'vault', 'account'] as const
export type SlipWay = (typeof slipWays)[number]

/** Why the net goes the usual way though something else was chosen. */
export const fallBacks = ['too_small', 'level', 'agreement', 'disputed'] as const
export type FallBack = (typeof fallBacks)[number]

const byRefusal: Partial<Record<string, FallBack>> = {
  ...{ verification_required: 'level', cash_disputed: 'disputed' },
  ...{ agreement_required: 'agreement', vault_not_open: 'agreement' },
}
const waitsByRefusal = new Set(['price_on_hold', 'gold_sold_out', 'exposure_limit'])
const waitsByConstraint = new Set(['buying_is_open', 'feature_is_on', 'vault_has_grams'])

/** What a refused purchase of a slip comes to: it waits for the house, or the net goes the usual way; null: nobody foresaw it. */
export function slipRefused({ code, constraint }: { code?: string; constraint?: string }): 'waits' | FallBack | null {
  if (waitsByRefusal.has(code ?? '') || waitsByConstraint.has(constraint ?? '')) return 'waits'
  return byRefusal[code ?? ''] ?? null
}
