/** What is wrong with what was typed for a trade, in words that say what to do. */
import * as m from '../../locale/paraglide/messages.js'
import { decimal, isCurrency, parseDecimal } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { money } from '../../ui/figures.tsx'
import { formatDecimal, formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { Side } from '../trade-rules.ts'
import { isNothing, readAmount } from './typed-amount-rules.ts'
import type { Balances } from './use-trade.ts'

/** `isOutside`: the money of a purchase is none that is there already. */
type Traded = { side: Side; currency: string; isOutside: boolean }

const inMoney = (units: bigint, currency: string) => money({ amount: wireMoney(units, currency), currency })

/** Nothing where it is an amount that can be traded. */
export function wrongAmount(typed: string, places: number, there: Balances, { side, currency, isOutside }: Traded) {
  const wire = readAmount(typed, places)
  if (wire === null || isNothing(wire)) return m.vault_enter_money({ example: formatDecimal('1000000', language()) })
  if (side === 'sell') return undefined
  const least = isCurrency(currency) ? settings.trade.least[currency] : 0n
  if (minorOf(wire, currency) < least) return m.vault_too_small({ least: inMoney(least, currency) })
  return isOutside ? undefined : shortOfCash(there, minorOf(wire, currency), currency)
}

export function wrongWeight(typed: string, there: Balances, { side }: Pick<Traded, 'side'>): string | undefined {
  const wire = readAmount(typed, 4)
  if (wire === null || isNothing(wire)) return m.vault_enter_grams({ example: formatDecimal('0.5', language()) })
  return side === 'sell' ? shortOfGold(there, parseDecimal(wire, 4) ?? 0n) : undefined
}

/** What the shop refused, where it is about what was typed. */
export function refusedWords(
  error: string,
  data: Record<string, unknown>,
  { side, currency }: Omit<Traded, 'isOutside'>,
) {
  if (error === 'trade_too_small')
    return side === 'buy'
      ? m.vault_too_small({ least: money({ amount: String(data.least), currency }) })
      : m.vault_too_little()
  return error === 'exposure_limit' && data.of === 'member'
    ? m.vault_too_much({ grams: formatGrams(String(data.most), language()) })
    : undefined
}

/** What is missing for a trade; nothing where it is there. */
export function missingWords(
  there: Balances,
  of: { amount: string; weight: string },
  { side, currency, isOutside }: Traded,
) {
  if (side === 'sell') return shortOfGold(there, parseDecimal(of.weight, 4) ?? 0n)
  return isOutside ? undefined : shortOfCash(there, minorOf(of.amount, currency), currency)
}

function shortOfCash({ cash }: Balances, needed: bigint, currency: string): string | undefined {
  const has = minorOf(cash, currency)
  if (needed <= has) return undefined
  return m.vault_short_cash({ has: inMoney(has, currency), missing: inMoney(needed - has, currency) })
}

function shortOfGold({ gold }: Balances, needed: bigint): string | undefined {
  const has = parseDecimal(gold, 4) ?? 0n
  const inGrams = (units: bigint) => formatGrams(decimal(units, 4), language())
  return needed <= has ? undefined : m.vault_short_gold({ has: inGrams(has), missing: inGrams(needed - has) })
}
