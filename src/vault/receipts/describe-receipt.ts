/** Writes a receipt out in its member's language. It names nobody but by their account: the name is theirs when it is drawn. */
import * as m from '../../locale/paraglide/messages.js'
import { type Currency, type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { type Paper, sellerOf } from '../../papers/paper-rules.ts'
import type { Store } from '../../stores/stores.ts'
import { formatGrams, formatMoment, formatMoney } from '../../ui/format.ts'

type Language = Paper['language']
export type Receipted = { number: string; at: Date } & (
  | {
      about: 'trade'
      side: 'buy' | 'sell'
      currency: Currency
      weight: bigint
      price: bigint
      amount: bigint
      /** Bought with money from outside. */
      isOutside: boolean
    }
  | {
      about: 'correction'
      side: 'buy' | 'sell'
      currency: Currency
      weight: bigint
      price: bigint
      amount: bigint
      became: 'undone' | 'repriced'
      right: { price: bigint; amount: bigint }
      /** The number of the receipt that it corrects. */
      corrects: string
    }
  | { about: 'deposit'; currency: Currency; amount: bigint }
  | { about: 'withdrawal'; currency: Currency; amount: bigint; account: string }
  | { about: 'transfer'; way: 'sent' | 'received'; weight: bigint; shown: string }
)
type ReceiptFacts = {
  number: string
  issuedAt: Date
  language: Language
  store: Store
  memberId: string
  of: Receipted
}

export function describeReceipt({ number, issuedAt, language, store, memberId, of }: ReceiptFacts): Paper {
  const locale = { locale: language }
  const moment = (at: Date) => formatMoment(at.getTime(), store.timeZone, language, { seconds: true })
  const isPriced = of.about === 'trade' || of.about === 'correction'
  return {
    ...{ layout: 1, language, issuedAt: issuedAt.toISOString(), number, seller: sellerOf(store), checks: null },
    title: m.vault_receipt_title({}, locale),
    facts: [
      [m.vault_receipt_about({}, locale), of.number],
      [m.vault_receipt_when({}, locale), moment(of.at)],
      [m.vault_receipt_issued({}, locale), moment(issuedAt)],
      ...(of.about === 'correction' ? [[m.vault_receipt_corrects({}, locale), of.corrects] as [string, string]] : []),
    ],
    parties: [
      { title: m.vault_receipt_holder({}, locale), lines: [m.vault_statement_number({ id: memberId }, locale)] },
    ],
    columns: [
      m.vault_receipt_item({}, locale),
      isPriced ? m.vault_receipt_weight({}, locale) : '',
      isPriced ? m.vault_receipt_each({}, locale) : '',
      of.about === 'transfer' ? m.vault_receipt_weight({}, locale) : m.vault_receipt_amount({}, locale),
    ],
    ...wordsOf(of, { language, seller: sellerOf(store)[0] ?? '' }),
  }
}

type Said = Pick<Paper, 'lines' | 'amounts' | 'total' | 'notes'>
type Voice = { language: Language; seller: string }

function wordsOf(of: Receipted, voice: Voice): Said {
  if (of.about === 'trade') return ofTrade(of, voice)
  if (of.about === 'correction') return ofCorrection(of, voice)
  if (of.about === 'transfer') return ofTransfer(of, voice)
  const { language, seller } = voice
  const locale = { locale: language }
  const amount = inMoney(of.amount, of.currency, language)
  const isIn = of.about === 'deposit'
  const name = isIn ? m.vault_receipt_deposit({}, locale) : m.vault_receipt_withdrawal({ account: of.account }, locale)
  return {
    lines: [{ name, details: [], quantity: '', each: '', amount }],
    amounts: [],
    total: [isIn ? m.vault_receipt_deposit_total({}, locale) : m.vault_receipt_withdrawal_total({}, locale), amount],
    notes: [isIn ? m.vault_receipt_claim({ seller }, locale) : m.vault_receipt_out({ seller }, locale)],
  }
}

const inMoney = (amount: bigint, currency: Currency, language: Language) =>
  formatMoney(moneyText(amount as Minor, currency), currency, language)
const inGrams = (units: bigint, language: Language) => formatGrams(weightText(weight(units)), language)

function ofTrade(of: Extract<Receipted, { about: 'trade' }>, { language, seller }: Voice): Said {
  const locale = { locale: language }
  const money = (amount: bigint) => inMoney(amount, of.currency, language)
  const grams = inGrams(of.weight, language)
  const isBought = of.side === 'buy'
  return {
    lines: [
      {
        name: isBought ? m.vault_receipt_bought({}, locale) : m.vault_receipt_sold({}, locale),
        details: [m.vault_receipt_gold({}, locale)],
        ...{ quantity: grams, each: money(of.price), amount: money(of.amount) },
      },
    ],
    amounts: [[m.vault_receipt_fee({}, locale), money(0n)]],
    total: [totalOf(of, locale), money(of.amount)],
    notes: isBought
      ? [m.vault_receipt_title_bought({ grams, seller }, locale)]
      : [m.vault_receipt_title_sold({ grams, seller }, locale), m.vault_receipt_claim({ seller }, locale)],
  }
}

/** What it was made at, what it became, and the difference. */
function ofCorrection(of: Extract<Receipted, { about: 'correction' }>, { language }: Voice): Said {
  const locale = { locale: language }
  const money = (amount: bigint) => inMoney(amount, of.currency, language)
  const quantity = inGrams(of.weight, language)
  const isUndone = of.became === 'undone'
  const back = isUndone ? of.amount : of.amount - of.right.amount
  const got = of.side === 'buy' ? back : -back
  return {
    lines: [
      {
        name: of.side === 'buy' ? m.vault_receipt_bought({}, locale) : m.vault_receipt_sold({}, locale),
        details: [m.vault_receipt_as_made({}, locale)],
        ...{ quantity, each: money(of.price), amount: money(of.amount) },
      },
      isUndone
        ? {
            ...{ name: m.vault_receipt_undone({}, locale), details: [m.vault_receipt_gold({}, locale)] },
            ...{ quantity, each: money(of.price), amount: money(-of.amount) },
          }
        : {
            ...{ name: m.vault_receipt_right({}, locale), details: [m.vault_receipt_gold({}, locale)] },
            ...{ quantity, each: money(of.right.price), amount: money(of.right.amount) },
          },
    ],
    amounts: [],
    total: [
      got < 0n ? m.vault_receipt_paid({}, locale) : m.vault_receipt_got({}, locale),
      money(got < 0n ? -got : got),
    ],
    notes: [
      isUndone
        ? m.vault_receipt_undone_note({ receipt: of.corrects }, locale)
        : m.vault_receipt_repriced_note({ receipt: of.corrects }, locale),
    ],
  }
}

function totalOf({ side, isOutside }: Extract<Receipted, { about: 'trade' }>, locale: { locale: Language }): string {
  if (side === 'sell') return m.vault_receipt_got({}, locale)
  return isOutside ? m.vault_paid_outside({}, locale) : m.vault_receipt_paid({}, locale)
}

function ofTransfer(of: Extract<Receipted, { about: 'transfer' }>, { language, seller }: Voice): Said {
  const locale = { locale: language }
  const grams = inGrams(of.weight, language)
  const isOut = of.way === 'sent'
  const name = isOut ? m.vault_receipt_sent({ name: of.shown }, locale) : m.vault_receipt_received({}, locale)
  return {
    lines: [{ name, details: [m.vault_receipt_gold({}, locale)], quantity: '', each: '', amount: grams }],
    ...{ amounts: [], total: null },
    notes: [
      isOut
        ? m.vault_receipt_title_sent({ grams, seller }, locale)
        : m.vault_receipt_title_bought({ grams, seller }, locale),
    ],
  }
}
