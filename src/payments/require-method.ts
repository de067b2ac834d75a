import { type Sql, sql } from '../db/database.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { type Asked, type MethodChoice, type MethodOffer, offersOf } from './method-rules.ts'

/** The method of a choice as a store offers it for an amount. Refuses method_unavailable with its reason. */
export function requireMethod(
  { method, bank }: MethodChoice,
  { currency, ...of }: Asked & { currency: Currency },
): MethodOffer {
  const offer = offersOf(of).find((one) => one.method === method)
  const why = offer && isBankRight(offer, bank) ? offer.refused : 'not_offered'
  if (!offer || why) throw new Refusal('method_unavailable', { method, why, ...viewLimits(offer, currency) })
  return offer
}

const isBankRight = ({ banks }: MethodOffer, bank: MethodChoice['bank']) =>
  banks.length > 0 ? bank !== null && banks.includes(bank) : bank === null

const viewLimits = (offer: MethodOffer | undefined, currency: Currency) => {
  const text = (limit: bigint | null | undefined) => (limit == null ? null : moneyText(minor(limit), currency))
  return { least: text(offer?.least), most: text(offer?.most), currency }
}

/** What is taken for a store, whatever the amount. */
export const viewTerms = (of: Pick<Asked, 'store' | 'taken'> & { currency: Currency }) =>
  viewOffers({ ...of, amount: 0n }).map(({ refused: _, ...terms }) => terms)

/** As pages and calls show it. */
export const viewOffers = (of: Asked & { currency: Currency }) =>
  offersOf(of).map((offer) => {
    const { least, most } = viewLimits(offer, of.currency)
    return { method: offer.method, banks: [...offer.banks], least, most, refused: offer.refused }
  })

/** Whether a store takes `amount` by this method, as a condition of SQL; what it does not is refused by requireMethod. */
export function isWithinLimits({ method, bank }: MethodChoice, of: Pick<Asked, 'store' | 'taken'>, amount: Sql): Sql {
  const offer = offersOf({ ...of, amount: 0n }).find((one) => one.method === method && isBankRight(one, bank))
  if (!offer) return sql`false`
  return sql`${amount} >= ${offer.least ?? 0n}::bigint and ${amount} <= ${offer.most ?? MAX_BIGINT}::bigint`
}

const MAX_BIGINT = 9_223_372_036_854_775_807n
