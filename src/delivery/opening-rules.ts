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

const clockOf = (moment: number, timeZone: string): { day: WeekDay; time: string } => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...({ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const),
  }).formatToParts(moment)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const day = week.find((name) => name === part('weekday').toLowerCase()) ?? 'mon'
  return { day, time: `${part('hour')}:${part('minute')}` }
}

const rangeOf = (open: string | undefined): { from: string; to: string } | null => {
  const [from, to] = open?.split('-') ?? []
  return from && to ? { from, to } : null
}

/** How it stands at `moment`. A day's hours include their first minute and not their last. */
export function openingAt(hours: Hours, timeZone: string, moment: number): Opening {
  const { day, time } = clockOf(moment, timeZone)
  const now = rangeOf(hours[day])
  if (now && time >= now.from && time < now.to) return { today: day, openUntil: now.to, next: null }
  const place = week.indexOf(day)
  for (let inDays = 0; inDays <= week.length; inDays++) {
    const then = week[(place + inDays) % week.length] ?? day
    const range = rangeOf(hours[then])
    if (range && (inDays > 0 || time < range.from))
      return { today: day, openUntil: null, next: { inDays, day: then, at: range.from } }
  }
  return { today: day, openUntil: null, next: null }
}
