/** Until when a transfer is in time. Pure. Source: product.md §5, docs/decisions/0138. */
import { settings } from '../settings.ts'

type Calendar = { closedWeekdays: readonly number[]; closedDays: readonly string[] }

const HOUR = 3_600_000

/** The day and weekday at a moment in a zone. */
function dayIn(timeZone: string, moment: number): { day: string; weekday: number } {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
  return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() }
}

/**
 * So many seconds after a moment, without the days on which the bank books nothing: those are passed over in whole hours of the zone, of
 * at most thirty days.
 */
export function deadlineAfter(
  now: Date,
  { timeZone, seconds, calendar }: { timeZone: string; seconds: number; calendar: Calendar },
): Date {
  const isClosed = (moment: number) => {
    const { day, weekday } = dayIn(timeZone, moment)
    return calendar.closedWeekdays.includes(weekday) || calendar.closedDays.includes(day)
  }
  const nextHour = (moment: number) => (Math.floor(moment / HOUR) + 1) * HOUR
  let [moment, left] = [now.getTime(), seconds * 1000]
  for (let hours = 0; hours < 720; hours++) {
    const next = nextHour(moment)
    if (!isClosed(moment)) {
      if (left <= next - moment) return new Date(moment + left)
      left -= next - moment
    }
    moment = next
  }
  return new Date(moment)
}

/** What a store's transfers are measured by, of which each waits for so many hours. */
export const deadlineOf = (
  { code, timeZone }: { code: string; timeZone: string },
  { now, hours }: { now: Date; hours: number },
): Date =>
  deadlineAfter(now, {
    ...{ timeZone, seconds: hours * 3600 },
    calendar: settings.bankTransfer.calendar[code] ?? { closedWeekdays: [], closedDays: [] },
  })
