/** What a halt asks of whoever halts. Pure. */

/** What becomes of the prices that were promised before it. */
export const promiseChoices = ['honoured', 'held'] as const
export type PromiseChoice = (typeof promiseChoices)[number]
