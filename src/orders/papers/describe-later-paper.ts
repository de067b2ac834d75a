/** Writes credit notes and corrections out, in the language of the invoice that they follow. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import type { Allocated } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { type Currency, minor, moneyText, type Weight, weightText } from '../../money/money.ts'
import { type Paper, type PaperLine, sellerOf } from '../../papers/paper-rules.ts'
import type { Refund } from '../../payments/contract.ts'
import { partOf, type RefundParts } from '../../payments/refund-parts-rules.ts'
import type { Store } from '../../stores/stores.ts'
import { formatGrams, formatMoment, formatMoney } from '../../ui/format.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import { type InvoicedLine, methodText, taxOf } from './describe-invoice.ts'

/** What every paper that follows an invoice is written from. */
export type Following = {
  number: string
  issuedAt: Date
  store: Store
  invoice: Paper
  order: { number: string; currency: Currency; method: string; tax_rule: string; total_minor: bigint }
}

/** Of a sum that went back: which pieces it was for, and what of their price did not go back, by reason. */
export type Credited = Following & {
  refund: Refund
  parts: RefundParts
  lines: (Pick<InvoicedLine, 'name' | 'attributes' | 'unit_minor' | 'tax_bps' | 'in_grams' | 'fine_weight_e4'> & {
    quantity: number
    total_minor: bigint
  })[]
  discount: bigint
  kept: { amount: bigint; because: 'cancel' | 'request' | 'given_up' | 'price_window' | 'difference' }
}

const backTo = ({ refund, order, invoice: { language } }: Credited) =>
  refund.way === 'balance'
    ? (refund.owed ? m.orders_credit_to_account : m.orders_credit_to_balance)({}, { locale: language })
    : methodText(order.method, refund.provider_reference, language)

export function describeCreditNote(facts: Credited): Paper {
  const { invoice, order, refund, parts, kept, discount } = facts
  const [locale, money, moment] = wordsOf(facts)
  const goods = facts.lines.reduce((sum, line) => sum + line.total_minor, 0n)
  const withheld = withheldAs(kept.because, locale)
  const rows: [label: string, amount: bigint][] = [
    [m.orders_credit_goods({}, locale), goods],
    [m.orders_discount({}, locale), -discount],
    [withheld, -kept.amount],
    [m.cart_order_delivery_fee({}, locale), partOf(parts, 'delivery_fees')],
    [m.orders_insurance_fee({}, locale), partOf(parts, 'insurance_fees')],
    [m.cart_order_tax({}, locale), partOf(parts, 'tax_payable')],
  ]
  return {
    ...headOf(facts, m.orders_credit_title({}, locale), [
      m.orders_each({}, locale),
      m.orders_invoice_amount({}, locale),
    ]),
    facts: [
      [m.orders_invoice_date({}, locale), moment(facts.issuedAt)],
      [m.orders_credit_of({}, locale), ofInvoice(facts)],
      [m.orders_credit_invoice_total({}, locale), money(order.total_minor)],
      [m.orders_number({}, locale), order.number],
      [m.orders_credit_paid_back({}, locale), refund.decided_at ? moment(refund.decided_at) : '–'],
      [m.orders_credit_to({}, locale), backTo(facts)],
    ],
    parties: invoice.parties.slice(0, 1),
    lines: facts.lines.map((line) => ({
      name: nameOf(line, invoice.language),
      details: [
        ...(line.in_grams ? [m.orders_credit_line_in_grams({ grams: gramsOf(line, invoice.language) }, locale)] : []),
        ...taxOf(line, invoice.language),
      ],
      quantity: String(line.quantity),
      each: money(line.unit_minor),
      amount: money(line.total_minor),
    })),
    amounts: rows.filter(([, amount]) => amount !== 0n).map(([label, amount]) => [label, money(amount)]),
    total: [m.orders_credit_total({}, locale), money(refund.allocated_minor)],
    checks: null,
    notes: [
      m.orders_credit_note({ number: invoice.number }, locale),
      m.orders_credit_tax_note({ rule: order.tax_rule }, locale),
      ...(kept.amount > 0n ? [m.orders_credit_kept_note({}, locale)] : []),
    ],
  }
}

const gramsOf = (line: Credited['lines'][number], language: Paper['language']) =>
  formatGrams(weightText((line.fine_weight_e4 * BigInt(line.quantity)) as Weight), language)

/** A difference is paid on top of a cancellation: what had been kept too much of it. */
function withheldAs(because: Credited['kept']['because'], locale: { locale: 'id' | 'en-US' | 'zh' }) {
  if (because === 'difference') return m.orders_credit_difference({}, locale)
  return because === 'cancel' ? m.orders_credit_kept_cancel({}, locale) : m.orders_credit_kept_leave({}, locale)
}

export type SentAgain = { carrier: string; tracking: string; at: Date }
/** Of pieces that were sent in place of lost ones, or packed in place of reserved ones; `former` are the serial numbers that the newest paper before it names. */
export type Corrected = Following & {
  publicUrl: string
  before: string | null
  /** What was sent again; null of an order that was packed so. */
  parcel: SentAgain | null
  lines: (Pick<InvoicedLine, 'name' | 'attributes' | 'quantity'> & { sku_id: number })[]
  pieces: Allocated[]
  former: string[]
}

export function describeCorrection(facts: Corrected): Paper {
  const { invoice, order, parcel, pieces } = facts
  const [locale, money, moment] = wordsOf(facts)
  const page = `${facts.publicUrl}/product/passport`
  const now = new Set(pieces.map(({ serial }) => serial))
  const gone = facts.former.filter((serial) => !now.has(serial)).map(showSerial)
  return {
    ...headOf(facts, m.orders_correction_title({}, locale), ['', '']),
    facts: [
      [m.orders_invoice_date({}, locale), moment(facts.issuedAt)],
      [m.orders_correction_of({}, locale), ofInvoice(facts)],
      ...(facts.before ? [[m.orders_correction_replaces({}, locale), facts.before] as [string, string]] : []),
      [m.orders_correction_total({}, locale), money(order.total_minor)],
      [m.orders_number({}, locale), order.number],
      ...(parcel
        ? [
            [m.orders_correction_sent({}, locale), `${parcel.carrier} · ${parcel.tracking} · ${moment(parcel.at)}`] as [
              string,
              string,
            ],
          ]
        : []),
      [m.orders_correction_gone({}, locale), gone.length > 0 ? gone.join(', ') : '–'],
    ],
    parties: invoice.parties,
    lines: facts.lines.flatMap((line) => describePieces(line, facts)),
    amounts: [],
    total: null,
    checks: {
      title: m.orders_invoice_check_title({}, locale),
      text: m.orders_invoice_check_text({}, locale),
      pageUrl: page,
      pieces: pieces.map(({ serial }) => ({
        serial: showSerial(serial),
        url: `${page}?serial=${encodeURIComponent(showSerial(serial))}`,
      })),
    },
    notes: parcel
      ? [m.orders_correction_note({ number: invoice.number }, locale), m.orders_correction_gone_note({}, locale)]
      : [m.orders_correction_packed_note({ number: invoice.number }, locale)],
  }
}

function describePieces(line: Corrected['lines'][number], { invoice, pieces }: Corrected): PaperLine[] {
  const serials = pieces.filter(({ skuId }) => skuId === line.sku_id).map(({ serial }) => showSerial(serial))
  if (serials.length === 0) return []
  const details = [`${m.orders_invoice_serials({}, { locale: invoice.language })} ${serials.join(', ')}`]
  return [{ name: nameOf(line, invoice.language), details, quantity: String(line.quantity), each: '', amount: '' }]
}

const nameOf = ({ name, attributes }: Pick<InvoicedLine, 'name' | 'attributes'>, language: string) =>
  [textIn(name, language), attributesLabel(attributes, language)].filter(Boolean).join(', ')

const ofInvoice = ({ invoice, store }: Following) =>
  `${invoice.number} · ${formatMoment(Date.parse(invoice.issuedAt), store.timeZone, invoice.language)}`

function wordsOf({ invoice: { language }, order: { currency }, store }: Following) {
  return [
    { locale: language },
    (amount: bigint) => formatMoney(moneyText(minor(amount), currency), currency, language),
    (at: Date) => formatMoment(at.getTime(), store.timeZone, language),
  ] as const
}

/** `priced` heads the two columns of money. */
function headOf({ number, issuedAt, store, invoice }: Following, title: string, priced: [string, string]) {
  const locale = { locale: invoice.language }
  return {
    layout: 1 as const,
    language: invoice.language,
    issuedAt: issuedAt.toISOString(),
    title,
    number,
    seller: sellerOf(store),
    columns: [m.orders_invoice_piece({}, locale), m.orders_invoice_quantity({}, locale), ...priced] as Paper['columns'],
  }
}
