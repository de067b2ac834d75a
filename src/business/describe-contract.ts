/** Writes the contract of a large trade out in its member's language: who, what, at which price, which tax, when. */
import * as m from '../locale/paraglide/messages.js'
import { type Currency, type Minor, moneyText, type Weight, weightText } from '../money/money.ts'
import { type Paper, sellerOf } from '../papers/paper-rules.ts'
import type { WithholdingReason } from '../pricing/withholding-rules.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { formatBps, formatDay, formatGrams, formatMoment, formatMoney } from '../ui/format.ts'
import type { Side } from '../vault/trade-rules.ts'
import type { Delivery } from './request-rules.ts'

export type Agreed = {
  request: string
  /** Null where it is paid later. */
  trade: string | null
  deposit: bigint | null
  payBy: Date | null
  side: Side
  weight: Weight
  delivery: Delivery
  currency: Currency
  /** Hundredths of a percent over or under spot. */
  bps: number
  price: bigint
  amount: bigint
  tax: bigint
  taxRule: string
  taxBps: number
  taxReason: WithholdingReason
  letter: string | null
  letterUntil: string | null
  openedAt: Date
  name: string
  registration: string
  taxNumber: string
  address: string
}
type ContractFacts = {
  number: string
  acceptedAt: Date
  language: Paper['language']
  store: Store
  /** Who signed for the company. */
  signer: string
  of: Agreed
}
type Voice = { locale: Paper['language'] }

export function describeContract({ number, acceptedAt, language, store, signer, of }: ContractFacts): Paper {
  const locale: Voice = { locale: language }
  const moment = (at: Date) => formatMoment(at.getTime(), store.timeZone, language, { seconds: true })
  const money = (units: bigint) => formatMoney(moneyText(units as Minor, of.currency), of.currency, language)
  const isBuy = of.side === 'buy'
  const spread = { spread: formatBps(of.bps, language) }
  return {
    ...{ layout: 1, language, issuedAt: acceptedAt.toISOString(), number, seller: sellerOf(store), checks: null },
    title: isBuy ? m.business_contract_title_buy({}, locale) : m.business_contract_title_sell({}, locale),
    facts: [
      [m.business_contract_request({}, locale), of.request],
      [m.business_contract_opened({}, locale), moment(of.openedAt)],
      [m.business_contract_accepted({}, locale), moment(acceptedAt)],
      ...(of.trade ? [[m.business_contract_trade({}, locale), of.trade] as [string, string]] : []),
      ...(of.payBy ? [[m.business_contract_pay_by({}, locale), moment(of.payBy)] as [string, string]] : []),
    ],
    parties: partiesOf(of, { signer, store, locale }),
    columns: [
      m.business_contract_item({}, locale),
      m.business_weight({}, locale),
      m.business_per_gram({}, locale),
      m.business_contract_amount({}, locale),
    ],
    lines: [
      {
        name: m.business_contract_gold({}, locale),
        details: [isBuy ? m.business_contract_over(spread, locale) : m.business_contract_under(spread, locale)],
        quantity: formatGrams(weightText(of.weight), language),
        ...{ each: money(of.price), amount: money(of.amount) },
      },
    ],
    amounts: [[taxLine(of, locale), money(of.tax)]],
    total: [m.business_contract_total({}, locale), money(isBuy ? of.amount + of.tax : of.amount)],
    notes: termsOf(of, locale, { house: sellerOf(store)[0] ?? '', money }),
    signed: { title: m.business_contract_signed({}, locale), lines: [moment(acceptedAt)] },
  }
}

type Parties = { signer: string; store: Store; locale: Voice }

/** Seller first; taken out of the paper as one when it was kept long enough. */
function partiesOf(of: Agreed, { signer, store, locale }: Parties): Paper['parties'] {
  const house = sellerOf(store)
  const company = [
    ...[of.name, ...of.address.split(/\r?\n/), m.business_contract_registered({ number: of.registration }, locale)],
    ...[m.business_contract_taxed({ number: of.taxNumber }, locale), m.business_contract_by({ name: signer }, locale)],
  ]
  const [seller, buyer] = of.side === 'buy' ? [house, company] : [company, house]
  return [
    { title: m.business_contract_seller({}, locale), lines: seller },
    { title: m.business_contract_buyer({}, locale), lines: buyer },
  ]
}

const taxLine = ({ taxBps }: Agreed, locale: Voice) =>
  taxBps > 0
    ? m.business_contract_tax_at({ rate: formatBps(taxBps, locale.locale) }, locale)
    : m.business_contract_tax({}, locale)

type Terms = { house: string; money: (units: bigint) => string }

function termsOf(of: Agreed, locale: Voice, { house, money }: Terms): string[] {
  const grams = formatGrams(weightText(of.weight), locale.locale)
  const settlement = (): string[] => {
    if (of.deposit !== null)
      return [
        m.business_contract_later(
          { deposit: money(of.deposit), rest: money(of.amount + of.tax - of.deposit), grams, house },
          locale,
        ),
        m.business_contract_default({ days: settings.business.closeOutDays }, locale),
      ]
    return of.side === 'buy'
      ? [m.business_contract_settles_buy({}, locale), m.business_contract_theirs({ grams, house }, locale)]
      : [m.business_contract_settles_sell({}, locale), m.business_contract_ours({ grams, house }, locale)]
  }
  return [
    m.business_contract_binds({}, locale),
    ...settlement(),
    ...(of.delivery === 'delivery' ? [m.business_contract_bars({}, locale)] : []),
    taxTerm(of, locale),
    m.business_contract_pad({}, locale),
  ]
}

/** Which rule decided on the tax, and what of the buyer. */
function taxTerm({ taxReason, taxRule, letter, letterUntil }: Agreed, locale: Voice): string {
  const day = letterUntil ? formatDay(Date.parse(letterUntil), 'UTC', locale.locale) : '–'
  const shown = { number: letter ?? '–', day, rule: taxRule }
  const terms: Record<WithholdingReason, () => string> = {
    collected: () => m.business_contract_collected(shown, locale),
    end_consumer: () => m.business_contract_end_consumer(shown, locale),
    certificate: () => m.business_contract_certificate(shown, locale),
    letter: () => m.business_contract_letter(shown, locale),
    sale: () => m.business_contract_sale({}, locale),
    no_rule: () => m.business_contract_no_rule({}, locale),
  }
  return terms[taxReason]()
}
