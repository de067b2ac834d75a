/** What a pickup point says of itself, as its staff write it. Pure. */
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { isDayName, MOST_DAYS, type NamedDays } from '../stores/day-rules.ts'
import { type Hours, week } from './opening-rules.ts'

export type PointWish = {
  name: string
  street: string
  city: string
  telephone: string
  hours: Hours
  closed_days: NamedDays
}

/** "09:00-17:00", the end after the beginning. */
export function isRange(text: string): boolean {
  const [, from = '', to = ''] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  return from !== '' && from < to
}

/** What a wish is refused for, by field. */
export function faultsOfPoint({ hours, closed_days: days }: PointWish): Record<string, string> {
  const wrong = Object.entries(hours).find(([day, open]) => !week.some((one) => one === day) || !isRange(open))
  const isWrongDay = Object.entries(days).some(([day, name]) => !isDay(day) || !isDayName(name))
  return {
    ...(wrong && { [`hours_${wrong[0]}`]: problem('hours') }),
    ...(Object.keys(hours).length === 0 && { hours_mon: problem('hours_some') }),
    ...(isWrongDay && { closed_days: problem('named_days') }),
    ...(Object.keys(days).length > MOST_DAYS && { closed_days: problem('many_entries', { n: MOST_DAYS }) }),
  }
}

/** Where gold is handed over: what a second person looks at. */
export const isElsewhere = (before: PointWish, after: PointWish): boolean =>
  before.name !== after.name || before.street !== after.street || before.city !== after.city
