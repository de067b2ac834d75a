/** Writes an invoice out in the order's language, from what the order froze. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import type { Allocated } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { type Currency, divideUp, type Minor, minor, moneyText, type Weight, weightText } from '../../money/money.ts'
import { type Paper, type PaperLine, sellerOf } from '../../papers/paper-rules.ts'
import type { Store } from '../../stores/stores.ts'
import { formatBps, formatGrams, formatMoment, formatMoney } from '../../ui/format.ts'
import type { DeliveryData } from '../contract.ts'
import { textIn } from '../guarantee/guarantee-view.ts'

type Language = Paper['language']

export type InvoicedLine = {
  sku_id: number
  sku_code: string
  name: Record<string, string>
  attributes: Record<string, string>
  quantity: number
  fine_weight_e4: bigint
  premium_bps: number
  tier_bps: number
  method_bps: number
  making_minor: bigint
  unit_minor: bigint
  total_minor: bigint
  tax_minor: bigint
  /** Null of an order of an older release. */
  tax_bps: number | null
  in_grams: boolean
}
export type InvoicedOrder = {
  number: string
  currency: Currency
  method: string
  delivery: DeliveryData
  ask_minor: bigint
  tax_rule: string
  goods_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  discount_minor: bigint
  total_minor: bigint
  grams_e4: bigint
  created_at: Date
}
type InvoiceFacts = {
  number: string
  issuedAt: Date
  language: Language
  store: Store
  publicUrl: string
  buyer: string
  payment: { reference: string | null; at: Date | null }
  order: InvoicedOrder
  lines: InvoicedLine[]
  pieces: Allocated[]
}

export function describeInvoice(facts: InvoiceFacts): Paper {
  const { language, store, order, pieces, publicUrl } = facts
  const locale = { locale: language }
  const moment = (at: Date) => formatMoment(at.getTime(), store.timeZone, language)
  const page = `${publicUrl}/product/passport`
  return {
    layout: 1,
    language,
    issuedAt: facts.issuedAt.toISOString(),
    title: m.orders_invoice_title({}, locale),
    number: facts.number,
    seller: sellerOf(store),
    facts: [
      [m.orders_invoice_date({}, locale), moment(facts.issuedAt)],
      [m.orders_number({}, locale), order.number],
      [m.orders_invoice_ordered({}, locale), moment(order.created_at)],
      [m.orders_invoice_paid({}, locale), facts.payment.at ? moment(facts.payment.at) : '–'],
      [m.orders_checkout_method({}, locale), methodText(order.method, facts.payment.reference, language)],
    ],
    parties: [
      { title: m.orders_invoice_buyer({}, locale), lines: [facts.buyer] },
      deliveryParty(order.delivery, language),
    ],
    columns: [
      m.orders_invoice_piece({}, locale),
      m.orders_invoice_quantity({}, locale),
      m.orders_each({}, locale),
      m.orders_invoice_amount({}, locale),
    ],
    lines: facts.lines.map((line) => describeLine(line, facts)),
    amounts: amountRows(order, language),
    total: [
      m.orders_total({}, locale),
      formatMoney(moneyText(minor(order.total_minor), order.currency), order.currency, language),
    ],
    checks: {
      title: m.orders_invoice_check_title({}, locale),
      text: pieces.length > 0 ? m.orders_invoice_check_text({}, locale) : m.orders_invoice_check_none({}, locale),
      pageUrl: page,
      pieces: pieces.map(({ serial }) => ({
        serial: showSerial(serial),
        url: `${page}?serial=${encodeURIComponent(showSerial(serial))}`,
      })),
    },
    notes: [
      m.orders_invoice_tax_note({ rule: order.tax_rule }, locale),
      m.orders_invoice_price_note({ ask: perGram(order, language) }, locale),
      ...(order.grams_e4 > 0n ? [m.orders_invoice_grams_note({}, locale)] : []),
    ],
  }
}

const perGram = (order: InvoicedOrder, language: Language) =>
  formatMoney(moneyText(order.ask_minor as Minor, order.currency), order.currency, language)

const methodNames: Record<string, typeof m.orders_checkout_card> = {
  card: m.orders_checkout_card,
  va: m.orders_method_va,
  qris: m.orders_method_qris,
  balance: m.orders_method_balance,
  counter_cash: m.orders_method_counter_cash,
  counter_card: m.orders_method_counter_card,
}

export function methodText(method: string, reference: string | null, language: Language): string {
  const name = methodNames[method]?.({}, { locale: language }) ?? method
  return reference ? `${name} · ${reference}` : name
}

function deliveryParty(delivery: DeliveryData, language: Language) {
  const locale = { locale: language }
  return delivery.mode === 'courier'
    ? {
        title: m.orders_invoice_sent_to({}, locale),
        lines: [delivery.recipient, delivery.street, delivery.area, delivery.postal_code, delivery.mobile].filter(
          Boolean,
        ),
      }
    : { title: m.orders_invoice_collected_at({}, locale), lines: [delivery.name, delivery.street, delivery.city] }
}

/** The rate that a line was taxed at. */
export const taxOf = ({ tax_bps }: Pick<InvoicedLine, 'tax_bps'>, language: Language): string[] =>
  tax_bps === null ? [] : [`${m.cart_order_tax({}, { locale: language })} ${formatBps(tax_bps, language)}`]

function describeLine(line: InvoicedLine, { order, language, pieces }: InvoiceFacts): PaperLine {
  const locale = { locale: language }
  const money = (amount: bigint) => formatMoney(moneyText(minor(amount), order.currency), order.currency, language)
  const gold = divideUp(line.fine_weight_e4 * order.ask_minor, 10_000n)
  const grams = formatGrams(weightText(line.fine_weight_e4 as Weight), language)
  const how = [
    line.in_grams
      ? m.orders_invoice_line_in_grams({ grams }, locale)
      : `${grams} × ${money(order.ask_minor)} = ${money(gold)}`,
    `${m.orders_premium({}, locale)} ${formatBps(line.premium_bps, language, { sign: true })}`,
    `${m.orders_making({}, locale)} ${money(line.making_minor)}`,
  ]
  if (line.tier_bps > 0) how.push(`${m.orders_invoice_tier({}, locale)} ${formatBps(-line.tier_bps, language)}`)
  if (line.method_bps !== 0)
    how.push(`${methodText(order.method, null, language)} ${formatBps(line.method_bps, language, { sign: true })}`)
  how.push(...taxOf(line, language))
  const serials = pieces.filter(({ skuId }) => skuId === line.sku_id).map(({ serial }) => showSerial(serial))
  return {
    name: [textIn(line.name, language), attributesLabel(line.attributes, language)].filter(Boolean).join(', '),
    details: [
      how.join(' · '),
      ...(serials.length > 0 ? [`${m.orders_invoice_serials({}, locale)} ${serials.join(', ')}`] : []),
    ],
    quantity: String(line.quantity),
    each: money(line.unit_minor),
    amount: money(line.total_minor),
  }
}

function amountRows(order: InvoicedOrder, language: Language): [string, string][] {
  const locale = { locale: language }
  const money = (amount: bigint) => formatMoney(moneyText(minor(amount), order.currency), order.currency, language)
  const delivery =
    order.delivery.mode === 'pickup' ? m.orders_pickup_fee({}, locale) : m.cart_order_delivery_fee({}, locale)
  return [
    [m.orders_goods({}, locale), money(order.goods_minor)],
    [delivery, money(order.delivery_minor)],
    [m.orders_insurance_fee({}, locale), money(order.insurance_minor)],
    [m.cart_order_tax({}, locale), money(order.tax_minor)],
    ...(order.discount_minor > 0n
      ? [[m.orders_discount({}, locale), money(-order.discount_minor)] as [string, string]]
      : []),
  ]
}
