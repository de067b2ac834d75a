/** What may be said of a provider's notice. Pure. */

/** `unowned`: of a payment or refund that is not ours; `unconfirmed`: its provider knows nothing of what it says; `failed`: its tries are used up, and a person decides. */
export const eventStates = ['failed', 'unconfirmed', 'waiting', 'unowned', 'done'] as const
export type EventState = (typeof eventStates)[number]

/** ch_••••a93f: enough to recognise, not enough to use. */
export const maskReference = (text: string): string =>
  text.length <= 8 ? '••••' : `${text.slice(0, 3)}••••${text.slice(-4)}`

/**
 * What the signature of a provider's notices covers: all of it; some fields, and the rest may be anybody's; nothing but a token
 * that comes with it. Whoever reads a notice in the office sees how far to believe it; nothing is booked from it in any class.
 */
export const trustClasses = ['body', 'fields', 'token'] as const
export type TrustClass = (typeof trustClasses)[number]
