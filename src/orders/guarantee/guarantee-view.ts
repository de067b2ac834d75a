/** A guarantee and an order line as their pages show them. */
import { thumbnailOf } from '../../content/picture-queries.ts'
import { type Currency, type Minor, minor, moneyText, weightText } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import type { GuaranteeView } from '../contract.ts'
import { type Amounts, gramsOf, inGrams, type PricedLine } from './guarantee-rules.ts'
import type { Guaranteed } from './guarantee-store.ts'

export const textIn = (texts: Record<string, string>, language: string): string =>
  texts[language] ?? texts['en-US'] ?? ''

export function viewAmounts(amounts: Amounts, currency: Currency) {
  const text = (value: Minor) => moneyText(value, currency)
  return {
    goods_total: text(amounts.goods),
    delivery_fee: text(amounts.delivery),
    insurance_fee: text(amounts.insurance),
    tax: text(amounts.tax),
    discount: text(amounts.discount),
    total: text(amounts.total),
  }
}

/** The part of a line that is shown; an order line has it as well as a guaranteed one. */
export type ShownLine = Omit<PricedLine, 'kind' | 'code' | 'tierBps' | 'methodBps' | 'taxBps'>

export function viewLine(line: ShownLine, currency: Currency, language: string) {
  return {
    sku_id: line.skuId,
    product_id: line.productId,
    name: textIn(line.name, language),
    image: thumbnailOf(line.image),
    attributes: line.attributes,
    quantity: line.quantity,
    gross_weight: weightText(line.grossWeight),
    fine_weight: weightText(line.fineWeight),
    premium_bps: line.premiumBps,
    making_charge: moneyText(line.making, currency),
    unit_price: moneyText(line.unit, currency),
    line_total: moneyText(line.total, currency),
    tax: moneyText(line.tax, currency),
    in_grams: line.inGrams,
  }
}

export function viewGuarantee(guarantee: Guaranteed, language: string): GuaranteeView {
  const { currency } = guarantee
  return {
    guarantee_id: guarantee.id,
    origin: guarantee.origin,
    method: 'card',
    currency,
    ask: moneyText(guarantee.ask, currency),
    lines: guarantee.lines.map((line) => viewLine(line, currency, language)),
    delivery: guarantee.delivery,
    ...viewAmounts(guarantee.amounts, currency),
    grams: weightText(gramsOf(guarantee.lines)),
    grams_payable: weightText(gramsOf(guarantee.lines.map(inGrams))),
    created_at: guarantee.createdAt.toISOString(),
    expires_at: shownEndOf(guarantee),
    server_time: guarantee.now.toISOString(),
  }
}

/** What the countdown shows; the row holds a little longer. */
export const shownEndOf = ({ expiresAt }: Pick<Guaranteed, 'expiresAt'>): string =>
  new Date(expiresAt.getTime() - settings.guarantee.graceSeconds * 1000).toISOString()

/** Old, new and difference of every line and of the total, for the question that `price_changed` asks. */
export function comparePrices(old: Guaranteed, fresh: Guaranteed, language: string) {
  const text = (value: bigint) => moneyText(minor(value), fresh.currency)
  return {
    guarantee: viewGuarantee(fresh, language),
    currency: fresh.currency,
    old_total: text(old.amounts.total),
    new_total: text(fresh.amounts.total),
    difference: text(fresh.amounts.total - old.amounts.total),
    changes: fresh.lines.map((line) => {
      const before = old.lines.find((other) => other.skuId === line.skuId)?.total ?? 0n
      return {
        sku_id: line.skuId,
        name: textIn(line.name, language),
        quantity: line.quantity,
        old: text(before),
        new: text(line.total),
        difference: text(line.total - before),
      }
    }),
  }
}
