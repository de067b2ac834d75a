/** What a legal hold ends in. Pure. */
export const legalKinds = ['succession', 'court_order'] as const
export type LegalKind = (typeof legalKinds)[number]
export const legalAssets = ['gold', 'cash'] as const
export type LegalAsset = (typeof legalAssets)[number]
