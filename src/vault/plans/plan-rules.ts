/** On which days a savings plan buys, and what becomes of a run that could not. Pure. Source: product.md §7, docs/decisions/0114. */
import { settings } from '../../settings.ts'

export const rhythms = ['daily', 'weekly', 'monthly'] as const
export type Rhythm = (typeof rhythms)[number]
/** `onDay`: of a week 1 Monday to 7 Sunday, of a month 1 to 31; null every day. */
export type Schedule = { rhythm: Rhythm; onDay: number | null }

export const planStates = ['active', 'paused', 'ended'] as const
export type PlanState = (typeof planStates)[number]
/** `mandate`: what it is paid by may not be charged, not yet or no more. */
export const pauseCauses = ['member', 'missed', 'staff', 'mandate'] as const
export type PauseCause = (typeof pauseCauses)[number]
/** What its runs are paid by: the cash balance, or a card or wallet that its member lets be charged. */
export const planPaidBy = ['balance', 'card', 'wallet'] as const
export type PaidBy = (typeof planPaidBy)[number]
/** `charging`: its card or wallet is being charged. */
export const runStates = ['trying', 'charging', 'done', 'skipped', 'too_dear', 'missed'] as const
/** `no_answer`: no money came in time; `not_sold`: it came, and no gold could be sold for it; the member has it back. */
export const runProblems = ['balance_too_low', 'cash_disputed', 'level', 'declined', 'no_answer', 'not_sold'] as const
export type RunProblem = (typeof runProblems)[number]
export const planWaits = ['price', 'account', 'gold', 'agreement'] as const

/** A day of a store's calendar, YYYY-MM-DD. */
export type Day = string

const DAY_MS = 86_400_000
const noon = (day: Day) => Date.parse(`${day}T12:00:00Z`)
const dayAfter = (day: Day, days: number): Day => new Date(noon(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The day that a moment is on, in a zone. */
export const dayAt = (moment: number, timeZone: string): Day =>
  new Date(moment).toLocaleString('sv-SE', { timeZone }).slice(0, 10)

/** The last day of a month takes the place of a day that the month does not have. */
export function isDueOn({ rhythm, onDay }: Schedule, day: Day): boolean {
  if (rhythm === 'daily') return true
  if (rhythm === 'weekly') return (new Date(noon(day)).getUTCDay() || 7) === onDay
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(onDay ?? 1, last)
}

const none: ReadonlySet<Day> = new Set()

/** The first day of the schedule after a day, and none of those that are taken. */
export function dueAfter(schedule: Schedule, day: Day, taken = none): Day {
  let next = dayAfter(day, 1)
  while (!isDueOn(schedule, next) || taken.has(next)) next = dayAfter(next, 1)
  return next
}

/** At which moment runs of a day begin, in a zone. Where its clocks leap over that hour, when they have. */
export function runsAt(day: Day, timeZone: string, hour: number = settings.plans.hour): Date {
  const wall = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const offsetAt = (moment: number) =>
    Date.parse(`${new Date(moment).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - moment
  const before = offsetAt(wall - DAY_MS)
  const after = offsetAt(wall + DAY_MS)
  // Of an hour that comes twice, the first; of one that does not come, the same time by the clocks of before.
  const moments = [wall - before, wall - after].filter((at) => at + offsetAt(at) === wall)
  return new Date(moments.length > 0 ? Math.min(...moments) : wall - before)
}

/** The first day of the schedule whose runs have not begun: today, where the hour is still ahead. None of those that are taken. */
export function firstDue(schedule: Schedule, moment: number, timeZone: string, taken = none): Day {
  const today = dayAt(moment, timeZone)
  const isAhead = runsAt(today, timeZone).getTime() > moment && !taken.has(today)
  return isAhead && isDueOn(schedule, today) ? today : dueAfter(schedule, today, taken)
}

/**
 * What came of a charge: `purchase` is what it is for, `payment` how it stands. Null while money may still come in time or late: no other
 * charge is made meanwhile.
 */
export function outcomeOf(purchase: string, payment: string): 'bought' | 'not_sold' | 'declined' | 'no_answer' | null {
  if (purchase === 'paid') return 'bought'
  if (purchase === 'refused') return 'not_sold'
  if (payment === 'declined') return 'declined'
  return payment === 'captured' || payment === 'expired' ? 'no_answer' : null
}

/** What follows a try that bought nothing, which is the run's `tries`-th. */
export const afterTry = (tries: number, missedBefore: number): 'again' | 'missed' | 'paused' => {
  if (tries < settings.plans.tries) return 'again'
  return missedBefore + 1 < settings.plans.missesToPause ? 'missed' : 'paused'
}
