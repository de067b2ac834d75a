/** Large trades at the desk: the states of a request and every move between them, and who buys. Pure. Source: product.md §7. */
import { divideUp, type Minor, minor, WEIGHT_UNITS_PER_GRAM } from '../money/money.ts'
import { settings } from '../settings.ts'

export const requestStates = [
  'requested',
  'quoted',
  'agreed',
  'settled',
  'refused',
  'withdrawn',
  'expired',
  'closed_out',
] as const
export type RequestState = (typeof requestStates)[number]

/** business.legal_moves holds the same table, and refuses every other move. */
export const requestMoves: Record<RequestState, readonly RequestState[]> = {
  requested: ['quoted', 'refused', 'withdrawn'],
  /** Quoted anew: another quote takes its place. */
  quoted: ['quoted', 'agreed', 'settled', 'refused', 'withdrawn', 'expired'],
  /** Signed with a deposit; its money is waited for. */
  agreed: ['settled', 'closed_out'],
  settled: [],
  refused: [],
  withdrawn: [],
  expired: [],
  closed_out: [],
}

export const mayMove = (from: RequestState, to: RequestState): boolean => requestMoves[from].includes(to)
/** Whether it has a contract: accepted, whatever became of it then. */
export const isSigned = (state: RequestState): boolean =>
  state === 'agreed' || state === 'settled' || state === 'closed_out'
export const openStates = requestStates.filter((state) => requestMoves[state].length > 0)

/** What a buyer is to the tax on gold (PPh 22); a small business has a certificate, and whoever has a letter is exempt while it is valid. */
export const buyerKinds = ['end_consumer', 'gold_business', 'small_business'] as const
export type BuyerKind = (typeof buyerKinds)[number]

export const deliveries = ['vault', 'delivery'] as const
export type Delivery = (typeof deliveries)[number]

/** What one request may be for, in units of 0.0001 g. */
export const leastWeight: bigint = BigInt(settings.business.leastGrams) * WEIGHT_UNITS_PER_GRAM
/** What open prices of large trades of a store may be for. */
export const storeLimit: bigint = BigInt(settings.business.storeGrams) * WEIGHT_UNITS_PER_GRAM
export const mostWeight: bigint = BigInt(settings.business.mostGrams) * WEIGHT_UNITS_PER_GRAM

/** The deposit on what is paid in all; rounded up to a whole minor unit. */
export const depositOf = (total: Minor): Minor => minor(divideUp(total * BigInt(settings.business.depositBps), 10_000n))

type Close = { amount: bigint; worth: bigint; deposit: bigint }

/** What closing out costs: `difference` is what the gold is worth less than was agreed on, `kept` of the deposit, `claim` beyond it. */
export function closedOutAt({ amount, worth, deposit }: Close): Record<'difference' | 'kept' | 'claim', bigint> {
  const difference = worth < amount ? amount - worth : 0n
  const kept = difference < deposit ? difference : deposit
  return { difference, kept, claim: difference - kept }
}
