/** What a savings plan does, in the language of the page. */
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatClock, formatGrams, formatWeekDay, sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { PlanRunView, PlanView } from '../plan-contract.ts'
import { type PaidBy, type Rhythm, runsAt } from '../plan-rules.ts'

/** "Monday" of 1. */
export const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(language(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

type Said = {
  amount: string
  ceiling: string | null
  rhythm: Rhythm
  onDay: number | null
  paidBy: PaidBy
  currency: string
}

/** What the PIN authorises: how much, how often, and when for the first time. */
export function planSentence({ amount, ceiling, rhythm, onDay, paidBy, currency }: Said, first: string): string {
  const words = { amount: money({ amount, currency }), day: formatWeekDay(first, language()) }
  const [weekday, date] = [weekdayName(onDay ?? 1), onDay ?? 1]
  const what = paidBy === 'wallet' ? m.vault_plan_your_wallet() : m.vault_plan_your_card()
  const fromBalance = {
    daily: () => m.vault_plan_says_daily(words),
    weekly: () => m.vault_plan_says_weekly({ ...words, weekday }),
    monthly: () => m.vault_plan_says_monthly({ ...words, date }),
  }
  const charged = {
    daily: () => m.vault_plan_charges_daily({ ...words, what }),
    weekly: () => m.vault_plan_charges_weekly({ ...words, weekday, what }),
    monthly: () => m.vault_plan_charges_monthly({ ...words, date, what }),
  }
  const says = paidBy === 'balance' ? fromBalance : charged
  const limit = ceiling ? [m.vault_plan_says_ceiling({ ceiling: money({ amount: ceiling, currency }) })] : []
  const short = rhythm === 'monthly' && (onDay ?? 0) > 28 ? [m.vault_plan_last_day({ day: onDay ?? 0 })] : []
  return sentences([says[rhythm](), ...short, ...limit], language())
}

export function planName(
  { amount, rhythm, on_day: onDay }: Pick<PlanView, 'amount' | 'rhythm' | 'on_day'>,
  currency: string,
): string {
  const words = { amount: money({ amount, currency }) }
  if (rhythm === 'daily') return m.vault_plan_row_daily(words)
  if (rhythm === 'weekly') return m.vault_plan_row_weekly({ ...words, weekday: weekdayName(onDay ?? 1) })
  return m.vault_plan_row_monthly({ ...words, date: onDay ?? 1 })
}

export const paidByWords: Record<PaidBy, () => string> = {
  balance: m.vault_plan_by_balance,
  card: m.vault_plan_by_card,
  wallet: m.vault_plan_by_wallet,
}

export const becauseWords = {
  member: m.vault_plan_because_member,
  missed: m.vault_plan_because_missed,
  staff: m.vault_plan_because_staff,
  mandate: m.vault_plan_mandate_pending,
}
export const waitWords = {
  price: m.vault_plan_waits_price,
  account: m.vault_plan_waits_account,
  gold: m.vault_plan_waits_gold,
  agreement: m.vault_plan_waits_agreement,
}
const problemWords = {
  balance_too_low: m.vault_plan_why_balance_too_low,
  cash_disputed: m.vault_plan_why_cash_disputed,
  level: m.vault_plan_why_level,
  declined: m.vault_plan_why_declined,
  no_answer: m.vault_plan_why_no_answer,
  not_sold: m.vault_plan_why_not_sold,
}

export function runWords({ state, problem, price, weight }: PlanRunView, currency: string): string {
  const each = money({ amount: price ?? '0', currency })
  const why = problem ? problemWords[problem]() : ''
  if (state === 'done') return m.vault_plan_run_at({ grams: formatGrams(weight ?? '0', language()), price: each })
  if (state === 'too_dear') return m.vault_plan_run_too_dear({ price: each })
  if (state === 'charging') return m.vault_plan_run_charging()
  if (state === 'skipped') return m.vault_plan_run_skipped()
  return state === 'missed' ? m.vault_plan_run_missed({ why }) : m.vault_plan_run_trying({ why })
}

/** "10.00 WIB": when runs of a day begin. */
export const runHour = (day: string, timeZone: string, hour: number): string =>
  formatClock(runsAt(day, timeZone, hour).getTime(), timeZone, language())
