/** How money that was taken back stands. Pure. */

/** `open`, `won`, `lost`: disputes. `short`: a correction whose money is still missing. `booked`: one that needs nobody. */
export const takenBackStates = ['open', 'short', 'lost', 'won', 'booked'] as const
export type TakenBackState = (typeof takenBackStates)[number]
