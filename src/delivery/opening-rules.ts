/** When a pickup point is open, in the time of its store. Pure. */

export const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type WeekDay = (typeof week)[number]
/** By day, such as "09:00-17:00"; closed on days that are absent. */
export type Hours = Record<string, string>

export type Opening = {
  today: WeekDay
  /** Until when it is open now; null while it is closed. */
  openUntil: string | null
  /** The next time it opens, when it is closed now: in how many days, and at what time. Null when it never opens. */
  next: { inDays: number; day: WeekDay; at: string } | null
}

const DAY_MS = 86_400_000
const clockOf = (moment: number, timeZone: string): { day: WeekDay; time: string; date: string } => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...({
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    } as const),
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const day = week.find((name) => name === part('weekday').toLowerCase()) ?? 'mon'
  return {
    day,
    time: `${part('hour')}:${part('minute')}`,
    date: `${part('year')}-${part('month')}-${part('day')}`,
  }
}

const rangeOf = (open: string | undefined): { from: string; to: string } | null => {
  const [from, to] = open?.split('-') ?? []
  return from && to ? { from, to } : null
}

/** The longest that is looked ahead: longer closed is closed. */
const AHEAD_DAYS = 31

/** How it stands at `moment`, closed on the days of `closed`, such as "2026-12-25". A day's hours include their first minute and not their last. */
export function openingAt(hours: Hours, timeZone: string, moment: number, closed: readonly string[] = []): Opening {
  const { day, time, date } = clockOf(moment, timeZone)
  const place = week.indexOf(day)
  const rangeIn = (inDays: number) => {
    const then = new Date(Date.parse(date) + inDays * DAY_MS).toISOString().slice(0, 10)
    const name = week[(place + inDays) % week.length] ?? day
    return { name, range: closed.includes(then) ? null : rangeOf(hours[name]) }
  }
  const now = rangeIn(0).range
  if (now && time >= now.from && time < now.to) return { today: day, openUntil: now.to, next: null }
  for (let inDays = 0; inDays <= AHEAD_DAYS; inDays++) {
    const { name, range } = rangeIn(inDays)
    if (range && (inDays > 0 || time < range.from))
      return { today: day, openUntil: null, next: { inDays, day: name, at: range.from } }
  }
  return { today: day, openUntil: null, next: null }
}
