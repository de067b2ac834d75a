/** Writes a consignment and a settlement out in the member's language. They name the member by their account: the name is theirs when it is drawn. */
import { textIn } from '../../catalogue/product-views.ts'
import * as m from '../../locale/paraglide/messages.js'
import { type Currency, type Minor, moneyText, weight, weightText } from '../../money/money.ts'
import { type Paper, sellerOf } from '../../papers/paper-rules.ts'
import { settings } from '../../settings.ts'
import type { Store } from '../../stores/stores.ts'
import { formatFineness, formatGrams, formatMoment, formatMoney } from '../../ui/format.ts'
import { type AssayMethod, type CaseKind, type PaidIn, payableFine, sharesOf, showNumber } from '../case-rules.ts'
import type { ConsignedPiece } from '../hold-case.ts'
import type { MeltingPiece } from '../melting/hold-melting.ts'
import { lossOf } from '../melting/melting-rules.ts'
import { methodWords } from '../pages/case-words.ts'

export type PaperOfCase = {
  store: Store
  language: Paper['language']
  issuedAt: Date
  memberId: string
  number: string
  kind: CaseKind
  currency: Currency
  quoted: bigint
  fine: bigint
  estimate: bigint
  bookedAt: Date
  fixedUntil: Date | null
  comeUntil: Date
  point: { name: string; street: string; city: string } | null
  paidIn: PaidIn
  /** Null: the cash balance, or the gold account. */
  account: string | null
  pieces: PieceOfCase[]
}
type PieceOfCase = Pick<ConsignedPiece, 'serial' | 'name' | 'form' | 'marked' | 'about' | 'gross' | 'fine' | 'fineness'>
/** What was found and paid. */
export type SettledCase = PaperOfCase & {
  consignment: string
  price: bigint
  offerFine: bigint
  paid: bigint
  paidAt: Date
  receivedAt: Date
  bag: string
  /** Why less was offered, in the words of the staff, and when the member agreed; null where all was as it was sold. */
  offered: { told: string; agreedAt: Date } | null
  found: { weighed: bigint; assayed: number; method: AssayMethod; paid: bigint; position: number }[]
  /** What was melted with the member's consent. */
  melted: MeltingPiece[]
}

export function voiceOf({ store, language, currency }: PaperOfCase) {
  const seller = sellerOf(store)
  return {
    ...{ locale: { locale: language }, seller, by: { seller: seller[0] ?? '' } },
    money: (units: bigint) => formatMoney(moneyText(units as Minor, currency), currency, language),
    grams: (units: bigint) => formatGrams(weightText(weight(units)), language),
    fineness: (parts: number) => formatFineness(parts, language),
    moment: (at: Date) => formatMoment(at.getTime(), store.timeZone, language),
  }
}

function payeeOf(of: PaperOfCase): string {
  const { locale } = voiceOf(of)
  if (of.paidIn === 'grams') return m.goldback_gold_account({}, locale)
  return of.account ?? m.vault_cash({}, locale)
}

export function sheetOf(of: PaperOfCase, number: string): Pick<Paper, 'layout' | 'checks' | 'parties'> & Heading {
  const { locale, seller } = voiceOf(of)
  return {
    ...{ layout: 1, checks: null, language: of.language, issuedAt: of.issuedAt.toISOString(), number, seller },
    parties: [
      { title: m.goldback_paper_consignor({}, locale), lines: [m.vault_statement_number({ id: of.memberId }, locale)] },
    ],
  }
}
/** A piece by its number, and what is known of it before it is inspected. */
function statedOf(of: PaperOfCase, { serial, form, marked, about, ...piece }: PieceOfCase): string[] {
  const { locale, grams, fineness } = voiceOf(of)
  const number = { serial: showNumber(serial) }
  const stated = { gross: grams(piece.gross), fineness: fineness(piece.fineness) }
  if (form === null) return [m.goldback_paper_serial(number, locale), m.goldback_paper_stated(stated, locale)]
  return [
    m.goldback_paper_house_number(number, locale),
    ...(marked ? [m.goldback_paper_marked({ marked }, locale)] : []),
    ...(about ? [about] : []),
    m.goldback_paper_said(stated, locale),
  ]
}

type Heading = Pick<Paper, 'language' | 'issuedAt' | 'number' | 'seller'>

export function describeConsignment(of: PaperOfCase, number: string): Paper {
  const { locale, money, grams, moment } = voiceOf(of)
  const { pieces, estimate, quoted, fixedUntil, comeUntil, point, fine, bookedAt } = of
  const shares = sharesOf(
    estimate,
    pieces.map((piece) => piece.fine),
  )
  return {
    ...sheetOf(of, number),
    title: m.goldback_consignment_title({}, locale),
    facts: [
      [m.goldback_paper_case({}, locale), of.number],
      [m.goldback_consignment_signed_at({}, locale), moment(bookedAt)],
      [m.goldback_price({}, locale), money(quoted)],
      [
        m.goldback_consignment_binds({}, locale),
        fixedUntil
          ? m.goldback_consignment_fixed({ until: moment(fixedUntil) }, locale)
          : m.goldback_consignment_open({}, locale),
      ],
      point
        ? [m.goldback_consignment_where({}, locale), `${point.name}, ${point.street}, ${point.city}`]
        : [m.goldback_consignment_how({}, locale), m.goldback_consignment_collected({}, locale)],
      [m.goldback_consignment_by({}, locale), moment(comeUntil)],
      [m.goldback_paid_to_short({}, locale), payeeOf(of)],
    ],
    columns: [
      m.goldback_paper_piece({}, locale),
      m.goldback_paper_fine({}, locale),
      m.goldback_price({}, locale),
      m.goldback_estimate_short({}, locale),
    ],
    lines: pieces.map((piece, at) => ({
      name: textIn(piece.name, of.language),
      details: statedOf(of, piece),
      ...{ quantity: grams(piece.fine), each: money(quoted), amount: money(shares[at] ?? 0n) },
    })),
    amounts: [[m.goldback_paper_fine({}, locale), grams(fine)]],
    total: [
      fixedUntil ? m.goldback_consignment_price({}, locale) : m.goldback_consignment_estimate({}, locale),
      money(estimate),
    ],
    signed: {
      title: m.goldback_consignment_signature({}, locale),
      lines: [m.goldback_consignment_with_pin({ at: moment(bookedAt) }, locale)],
    },
    notes: termsOf(of),
  }
}

/** What both sides are bound to. */
function termsOf(of: PaperOfCase): string[] {
  const { locale, by, moment } = voiceOf(of)
  const { kind, paidIn, fixedUntil, comeUntil } = of
  const { answerDays, noShowDays } = settings.goldback
  const weighed = kind === 'other' ? m.goldback_consignment_weighed_other : m.goldback_consignment_weighed
  return [
    m.goldback_consignment_property(by, locale),
    weighed({ ...by, days: answerDays }, locale),
    ...(kind === 'own' ? [] : [m.goldback_consignment_declared({}, locale)]),
    fixedUntil
      ? m.goldback_consignment_note_fixed({ until: moment(fixedUntil), days: noShowDays }, locale)
      : m.goldback_consignment_note_open({}, locale),
    ...(kind === 'other' && paidIn === 'money' ? [m.goldback_consignment_note_lower({}, locale)] : []),
    m.goldback_consignment_stolen({}, locale),
    m.goldback_consignment_late({ by: moment(comeUntil) }, locale),
  ]
}

export function describeSettlement(of: SettledCase, number: string): Paper {
  const { locale, by, money, grams, fineness, moment } = voiceOf(of)
  const { offered, account, found, price, paid } = of
  const quarantine = new Date(of.paidAt.getTime() + settings.goldback.holdDays * 86_400_000)
  return {
    ...sheetOf(of, number),
    title: m.goldback_settlement_title({}, locale),
    facts: [
      [m.goldback_paper_case({}, locale), of.number],
      [m.goldback_consignment_title({}, locale), of.consignment],
      [
        m.goldback_settlement_received({}, locale),
        m.goldback_settlement_bag({ at: moment(of.receivedAt), bag: of.bag }, locale),
      ],
      ...(offered
        ? [
            [m.goldback_settlement_because({}, locale), offered.told] as [string, string],
            [m.goldback_settlement_agreed({}, locale), moment(offered.agreedAt)] as [string, string],
          ]
        : []),
      [m.goldback_settlement_paid_at({}, locale), moment(of.paidAt)],
      [m.goldback_paid_to_short({}, locale), payeeOf(of)],
    ],
    columns: [
      m.goldback_paper_piece({}, locale),
      m.goldback_paper_fine({}, locale),
      m.goldback_price({}, locale),
      m.goldback_settlement_amount({}, locale),
    ],
    lines: of.pieces.flatMap((piece, at) => {
      const one = found[at]
      if (!one) return []
      return {
        name: textIn(piece.name, of.language),
        details: [
          ...statedOf(of, piece),
          m.goldback_settlement_measured(
            {
              weighed: grams(one.weighed),
              assayed: fineness(one.assayed),
              method: methodWords[one.method]({}, locale),
            },
            locale,
          ),
          ...meltedOf(of, one.position),
        ],
        ...{ quantity: grams(payableFine(piece, one)), each: money(price), amount: money(one.paid) },
      }
    }),
    amounts: [
      [m.goldback_consignment_estimate({}, locale), money(of.estimate)],
      [m.goldback_settlement_fine({}, locale), grams(of.offerFine)],
    ],
    total: [m.goldback_settlement_paid({}, locale), money(paid)],
    notes: [
      m.goldback_settlement_property(by, locale),
      (of.kind === 'other' ? m.goldback_settlement_kept : m.goldback_settlement_quarantine)(
        { until: moment(quarantine) },
        locale,
      ),
      of.paidIn === 'grams'
        ? m.goldback_settlement_grams({ grams: grams(of.offerFine) }, locale)
        : account === null
          ? m.vault_receipt_claim(by, locale)
          : m.goldback_settlement_payout({ account }, locale),
    ],
  }
}

/** What a melted piece weighed before, and what the crucible took. */
function meltedOf(of: SettledCase, position: number): string[] {
  const { locale, grams, fineness } = voiceOf(of)
  return of.melted.flatMap(({ after, found, ...piece }) => {
    if (piece.position !== position || after === null || found === null) return []
    const loss = lossOf({ ...piece, after, found })
    const before = { gross: grams(piece.gross), fineness: fineness(piece.fineness) }
    const words = { ...before, loss: grams(loss.gross), fine: grams(loss.fine < 0n ? -loss.fine : loss.fine) }
    return [(loss.fine < 0n ? m.goldback_settlement_melted_gain : m.goldback_settlement_melted)(words, locale)]
  })
}
