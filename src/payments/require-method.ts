import { type Queryable, type Sql, sql } from '../db/database.ts'
import { type Currency, minor, minorOfWhole, moneyText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { firstSettings, foldSetting } from '../stores/setting-rules.ts'
import { type SettingsSaid, type Store, settingsSaid } from '../stores/stores.ts'
import { type Asked, type MethodChoice, type MethodOffer, offersOf, type PaidStore, wayNames } from './method-rules.ts'

/** A store by what its rows say now, not by what memory has heard: for whoever takes a way to pay in this transaction. */
export async function paidNow(tx: Queryable, { code, currency }: Pick<Store, 'code' | 'currency'>): Promise<PaidStore> {
  const row = await tx.row<{ own: SettingsSaid }>(
    sql`select ${settingsSaid(sql`${code}`, Object.values(wayNames))} as own`,
  )
  return paidBySaid(currency, row?.own ?? {})
}

/** The same of what was read already. */
export const paidBySaid = (currency: Currency, own: SettingsSaid) => ({
  currency,
  settings: {
    pay_card: foldSetting('pay_card', [own.pay_card ?? {}]),
    pay_va: foldSetting('pay_va', [own.pay_va ?? {}]),
    pay_qris: foldSetting('pay_qris', [own.pay_qris ?? {}]),
    pay_transfer: foldSetting('pay_transfer', [own.pay_transfer ?? {}]),
  },
})

/** The method of a choice as a store offers it for an amount. Refuses method_unavailable with its reason. */
export function requireMethod({ method, bank }: MethodChoice, of: Asked): MethodOffer {
  const { currency } = of
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
export const viewTerms = (of: Omit<Asked, 'amount'>) =>
  viewOffers({ ...of, amount: 0n }).map(({ refused: _, ...terms }) => terms)

/** As pages and calls show it. */
export const viewOffers = (of: Asked) =>
  offersOf(of).map((offer) => {
    const { least, most } = viewLimits(offer, of.currency)
    return { method: offer.method, banks: [...offer.banks], least, most, refused: offer.refused }
  })

type Asking = { said: Sql; amount: Sql; currency: Sql; own: Currency; taken: Asked['taken'] }
/**
 * Whether a store takes `amount` by this method, as a condition of SQL by what the store has said under its name (`said`, a jsonb as settingOf
 * gives it); what it does not is refused by requireMethod.
 */
export function isTaken({ method, bank }: MethodChoice, { said, amount, currency, own, taken }: Asking): Sql {
  if (!taken.includes(method) || (method === 'va') !== (bank !== null)) return sql`false`
  const now = sql`(${JSON.stringify(firstSettings[wayNames[method]])}::jsonb || coalesce(${said}, '{}'))`
  const limit = (field: 'least' | 'most') =>
    sql`nullif(${now} ->> ${field}::text, '')::bigint * ${minorOfWhole(own)}::bigint`
  return sql`(${now} ->> 'on' = 'on' and ${now} ->> ${bank ?? 'on'}::text = 'on'
    and (${currency} <> ${own} or ${amount} between coalesce(${limit('least')}, 0) and coalesce(${limit('most')}, ${MAX_BIGINT}::bigint)))`
}

const MAX_BIGINT = 9_223_372_036_854_775_807n
