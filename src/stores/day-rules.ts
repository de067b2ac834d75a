/** Days with a name, as a person pastes them: one to a line. Pure. */
import { isDay } from '../locale/day-rules.ts'

/** By day, such as "2026-12-25", what it is. */
export type NamedDays = Record<string, string>

const LONGEST = 80
export const MOST_DAYS = 200

/** What a day may be called. */
export const isDayName = (name: string): boolean =>
  name.trim() !== '' && name.length <= LONGEST && !/[\p{Cc}\u2028\u2029]/u.test(name) && name.isWellFormed()

/**
 * "2026-12-25 Christmas", also with a comma, a semicolon or a tab between, and "25/12/2026", day before month. `wrong`: the first line that
 * is none, or says a day for the second time.
 */
export function readDays(text: string): { days: NamedDays; wrong: string | null } {
  const days: NamedDays = {}
  for (const line of text
    .split(/\r?\n/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [, typed = '', name = ''] = /^([\d/.-]{8,10})[\s,;]+(.+)$/.exec(line) ?? []
    const day = typed.replace(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, (_, date, month, year) =>
      [year, month.padStart(2, '0'), date.padStart(2, '0')].join('-'),
    )
    const said = name.replace(/^"(.*)"$/, '$1').trim()
    if (!isDay(day) || !isDayName(said) || Object.hasOwn(days, day)) return { days, wrong: line }
    days[day] = said
  }
  return { days, wrong: null }
}

/** In the order of the calendar, one to a line; `say` is how a day is written, as it is typed where it is left out. */
export const dayLines = (days: NamedDays, say = (day: string) => day): string =>
  Object.entries(days)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, name]) => `${say(day)} ${name}`)
    .join('\n')

/** Those of them from the one day to the other, both included, in their order. */
export const daysBetween = (days: NamedDays, { from, to }: { from: string; to: string }) =>
  Object.entries(days)
    .filter(([day]) => day >= from && day <= to)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, name]) => ({ day, name }))
