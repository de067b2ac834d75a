/** Monday to Friday but for the holidays of a store. Pure. */
import type { NamedDays } from './day-rules.ts'

const DAY_MS = 86_400_000
const isoDay = (day: number): string => new Date(day).toISOString().slice(0, 10)

export const isWorkingDay = (day: string, holidays: NamedDays): boolean =>
  ![0, 6].includes(new Date(day).getUTCDay()) && !Object.hasOwn(holidays, day)

/** The day that is so many working days after a day such as "2026-11-27"; with none, that day itself. */
export function workingDaysAfter(day: string, count: number, holidays: NamedDays): string {
  let [last, left] = [day, count]
  while (left > 0) {
    last = isoDay(Date.parse(last) + DAY_MS)
    if (isWorkingDay(last, holidays)) left--
  }
  return last
}
