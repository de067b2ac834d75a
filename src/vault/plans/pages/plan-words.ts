/** What a savings plan does, in the language of the page. */
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatClock, formatGrams, formatWeekDay, sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { PlanRunView, PlanView } from '../plan-contract.ts'
import { type Rhythm, runsAt } from '../plan-rules.ts'

/** "Monday" of 1. */
export const weekdayName = (day: number): string =>
  new Intl.DateTimeFormat(language(), { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

type Said = { amount: string; ceiling: string | null; rhythm: Rhythm; onDay: number | null; currency: string }

/** What the PIN authorises: how much, how often, and when for the first time. */
export function planSentence({ amount, ceiling, rhythm, onDay, currency }: Said, first: string): string {
  const words = { amount: money({ amount, currency }), day: formatWeekDay(first, language()) }
  const says = {
    daily: () => m.vault_plan_says_daily(words),
    weekly: () => m.vault_plan_says_weekly({ ...words, weekday: weekdayName(onDay ?? 1) }),
    monthly: () => m.vault_plan_says_monthly({ ...words, date: onDay ?? 1 }),
  }
  const limit = ceiling ? [m.vault_plan_says_ceiling({ ceiling: money({ amount: ceiling, currency }) })] : []
  const short = rhythm === 'monthly' && (onDay ?? 0) > 28 ? [m.vault_plan_last_day({ day: onDay ?? 0 })] : []
  return sentences([says[rhythm](), ...short, ...limit], language())
}

export function planName({ amount, rhythm, on_day: onDay }: PlanView, currency: string): string {
  const words = { amount: money({ amount, currency }) }
  if (rhythm === 'daily') return m.vault_plan_row_daily(words)
  if (rhythm === 'weekly') return m.vault_plan_row_weekly({ ...words, weekday: weekdayName(onDay ?? 1) })
  return m.vault_plan_row_monthly({ ...words, date: onDay ?? 1 })
}

export const becauseWords = {
  member: m.vault_plan_because_member,
  missed: m.vault_plan_because_missed,
  staff: m.vault_plan_because_staff,
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
}

export function runWords({ state, problem, price, weight }: PlanRunView, currency: string): string {
  const each = money({ amount: price ?? '0', currency })
  const why = problem ? problemWords[problem]() : ''
  if (state === 'done') return m.vault_plan_run_at({ grams: formatGrams(weight ?? '0', language()), price: each })
  if (state === 'too_dear') return m.vault_plan_run_too_dear({ price: each })
  if (state === 'skipped') return m.vault_plan_run_skipped()
  return state === 'missed' ? m.vault_plan_run_missed({ why }) : m.vault_plan_run_trying({ why })
}

/** "10.00 WIB": when runs of a day begin. */
export const runHour = (day: string, timeZone: string, hour: number): string =>
  formatClock(runsAt(day, timeZone, hour).getTime(), timeZone, language())
