/** What a transfer between members may be. Pure. */
export const transferStates = ['waiting', 'accepted', 'recalled', 'returned'] as const
export type TransferState = (typeof transferStates)[number]
/** What the recipient's letter looks like. */
export const cards = ['none', 'birthday', 'wedding', 'thanks'] as const
export type Card = (typeof cards)[number]
/** What a hold for a transfer is called. */
export const HOLD_PURPOSE = 'transfer'
