/** The way that a payment is open by, which can be paid though its store offers it no more since (decision 0148). */
import type { MethodChoice, MethodRefusal } from '../method-rules.ts'
import type { Offered } from './method-choice.tsx'

/** These end what was begun as well. */
const ends: readonly (MethodRefusal | null)[] = ['day_taken', 'time_over']

/** The offers with the way of the open payment among them; where the store does not offer that by now, at its own bank alone. */
export function offersWith(begun: MethodChoice | null, offers: Offered[]): Offered[] {
  const offer = offers.find(({ method }) => method === begun?.method)
  if (!begun || ends.includes(offer?.refused ?? null)) return offers
  const { method, bank } = begun
  const own = bank ? [bank] : []
  if (!offer) return [{ method, banks: own, least: null, most: null, refused: null }, ...offers]
  const banks = offer.refused === null ? [...new Set([...offer.banks, ...own])] : own
  return offers.map((one) => (one === offer ? { ...one, banks, refused: null } : one))
}

/** Whether a way can be chosen; of a virtual account whose bank is not chosen yet, whether one can be. */
export const isOffered = ({ method, bank }: MethodChoice, offers: readonly Offered[]): boolean =>
  offers.some((one) => one.method === method && one.refused === null && (bank === null || one.banks.includes(bank)))
