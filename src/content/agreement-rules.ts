/** What an agreement may have in it that the shop's own rules look at. Pure. */

/** `price_window`: a sale at a price that was an evident error may be taken back. `vault`: whose the grams of a vault account are, and what may leave it. */
export const agreementClauses = ['price_window', 'vault'] as const
export type AgreementClause = (typeof agreementClauses)[number]
