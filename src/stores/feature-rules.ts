/** What a store may only offer with a licence, or a written opinion that it needs none (decision 0147). Pure. */

export const features = ['gold_accounts', 'cash_balance', 'transfers', 'plans', 'agents'] as const
export type Feature = (typeof features)[number]
/** Which of them are on, as memory knows it: for pages and doors. What sells is judged by the database (migration 458). */
export type Features = Record<Feature, boolean>

export const noFeatures = Object.fromEntries(features.map((feature) => [feature, false])) as Features

export const licenceKinds = ['licence', 'opinion'] as const

/** The first that a call needs and a store has not. */
export const firstOff = (needs: readonly Feature[], on: Features): Feature | undefined =>
  needs.find((feature) => !on[feature])
