/** When the gold market is open: weekly hours in its own zone, less holidays. Pure. */

/** From `since` (null: for ever) up to but not including `until` the market is open or closed. */
type MarketPeriod = { open: boolean; since: number | null; until: number }
export type Market = { at(ms: number): MarketPeriod }

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const STEP = 5 * 60_000
/** No market is open or closed for longer without a change. */
const FURTHEST_STEPS = 21 * 288
const ALWAYS: MarketPeriod = { open: true, since: null, until: Number.POSITIVE_INFINITY }

/** `Sun 18:00-Fri 17:00 America/New_York`, several spans separated by commas; times are whole five minutes. */
export const MARKET_HOURS =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-2]\d:[0-5][05]-(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-2]\d:[0-5][05](?:,(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-2]\d:[0-5][05]-(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [0-2]\d:[0-5][05])* [A-Z]\w+(?:\/\w+)*$/

/**
 * The market of such hours, closed all day (by its zone's calendar) on each of `holidays`, dates separated by commas.
 * Without hours it never closes. Throws for a zone that there is not.
 */
export function marketOf(hours: string, holidays = ''): Market {
  if (hours === '') return { at: () => ALWAYS }
  const zone = hours.slice(hours.lastIndexOf(' ') + 1)
  const spans = hours.slice(0, hours.lastIndexOf(' ')).split(',').map(readSpan)
  const closedDays = new Set(holidays.split(',').filter(Boolean))
  const clock = localClock(zone)
  function isOpen(ms: number): boolean {
    const { minute, date } = clock(ms)
    return !closedDays.has(date) && spans.some(([from, to]) => isWithin(minute, from, to))
  }
  /** The first step from `ms` on, forwards or backwards, at which it is otherwise than `open`. */
  function change(ms: number, open: boolean, step: number): number | null {
    for (let at = ms, steps = 0; steps < FURTHEST_STEPS; at += step, steps++) if (isOpen(at) !== open) return at
    return null
  }
  let known: MarketPeriod | undefined
  return {
    at(ms) {
      if (known && ms >= (known.since ?? Number.NEGATIVE_INFINITY) && ms < known.until) return known
      const step = ms - (ms % STEP)
      const open = isOpen(step)
      const before = change(step, open, -STEP)
      const until = change(step, open, STEP) ?? Number.POSITIVE_INFINITY
      known = { open, since: before === null ? null : before + STEP, until }
      return known
    },
  }
}

const minuteOf = (text: string): number => {
  const [day = '', hour = 0, minute = 0] = text.split(/[ :]/)
  return DAYS.indexOf(day) * 1440 + Number(hour) * 60 + Number(minute)
}
function readSpan(text: string): [number, number] {
  const [from = '', to = ''] = text.split('-')
  return [minuteOf(from), minuteOf(to)]
}
/** A span may go over the end of the week. */
const isWithin = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

function localClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  return (ms: number) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const { weekday = '', year, month, day, hour, minute } = parts
    return {
      minute: DAYS.indexOf(weekday.slice(0, 3)) * 1440 + Number(hour) * 60 + Number(minute),
      date: `${year}-${month}-${day}`,
    }
  }
}
