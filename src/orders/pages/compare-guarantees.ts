/** Old, new and difference between two guarantees of the same pieces, exact to the unit. Pure. */
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { GuaranteeView, PriceChanged } from '../contract.ts'

export function compareGuarantees(old: GuaranteeView, fresh: GuaranteeView): PriceChanged {
  const { currency } = fresh
  const less = (now: string, before: string) => wireMoney(minorOf(now, currency) - minorOf(before, currency), currency)
  return {
    guarantee: fresh,
    currency,
    old_total: old.total,
    new_total: fresh.total,
    difference: less(fresh.total, old.total),
    changes: fresh.lines.map((line) => {
      const before = old.lines.find((other) => other.sku_id === line.sku_id)?.line_total ?? '0'
      const { sku_id, name, quantity, line_total } = line
      return { sku_id, name, quantity, old: before, new: line_total, difference: less(line_total, before) }
    }),
  }
}

/** Whether every line costs what it did; another delivery may still change the total. */
export const isSamePrice = ({ changes }: PriceChanged): boolean =>
  changes.every((change) => /^-?[0.]+$/.test(change.difference))
