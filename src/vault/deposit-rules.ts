/** What a deposit is. Pure. Source: product.md §7, docs/decisions/0062. */

/** `expired`: its time was up, or a newer one took its place. Money may come late. */
export const depositStates = ['open', 'expired', 'paid'] as const
export type DepositState = (typeof depositStates)[number]

/** What of its member's day an open deposit takes, and one whose money came late. */
export const dayReference = (depositId: string) => `deposit:${depositId}`
export const lateReference = (depositId: string) => `deposit:${depositId}:late`
