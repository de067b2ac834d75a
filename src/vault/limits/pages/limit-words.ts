/** A limit order in the language of the page: what it does, how far the price is, what it waits for. */
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatBps, formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type LivePrice, minorOf, shareBps } from '../../../ui/price.ts'
import type { LimitOrderView } from '../limit-contract.ts'
import type { Ending, LimitState, Waits } from '../limit-rules.ts'

export function limitWords({ side, currency, weight, amount, limit }: LimitOrderView): string {
  const at = { limit: money({ amount: limit, currency }) }
  if (amount !== null) return m.vault_limit_row_amount({ ...at, amount: money({ amount, currency }) })
  const grams = formatGrams(weight ?? '0', language())
  return side === 'buy' ? m.vault_limit_row_weight({ ...at, grams }) : m.vault_limit_row_sell({ ...at, grams })
}

/** How much of the price, in hundredths of a percent, is missing; nothing or less where it is there. */
export function missingBps({ side, currency, limit }: LimitOrderView, price: LivePrice): number {
  const now = minorOf(side === 'sell' ? price.bid : price.ask, currency)
  const away = minorOf(limit, currency) - now
  return shareBps(side === 'sell' ? away : -away, now)
}

export function toGo(order: LimitOrderView, price: LivePrice): string {
  const left = missingBps(order, price)
  return left > 0 ? m.vault_alert_to_go({ percent: formatBps(left, language()) }) : m.vault_limit_there()
}

export function reservedWords({ reserved: { cash, gold }, currency }: LimitOrderView): string {
  return gold === null ? money({ amount: cash ?? '0', currency }) : formatGrams(gold, language())
}

export const stateWords: Record<LimitState, { name: () => string; tone: 'plain' | 'up' | 'warn' | 'nila' }> = {
  open: { name: m.vault_limit_state_open, tone: 'nila' },
  filled: { name: m.vault_limit_state_filled, tone: 'up' },
  cancelled: { name: m.vault_limit_state_cancelled, tone: 'plain' },
  expired: { name: m.vault_limit_state_expired, tone: 'plain' },
  ended: { name: m.vault_limit_state_ended, tone: 'warn' },
}

export const waitWords: Record<Waits, () => string> = {
  level: m.vault_limit_waits_level,
  day: m.vault_limit_waits_day,
  cash_disputed: m.vault_limit_waits_cash_disputed,
  account_locked: m.vault_limit_waits_account_locked,
  agreement: m.vault_limit_waits_agreement,
  gold_sold_out: m.vault_limit_waits_gold_sold_out,
  not_possible_now: m.vault_limit_waits_not_possible_now,
}

export const endingWords: Record<Ending, () => string> = {
  house: m.vault_limit_because_house,
  asked_back: m.vault_limit_because_asked_back,
}
