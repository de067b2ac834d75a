import { formatClock, formatDay, formatMoment } from './format.ts'
import type { Language } from './language.ts'

/** "5 Dec 2026, 19:30–21:00 WIB"; both days where it ends on another one. */
export function formatSpan(from: number, to: number, timeZone: string, language: Language): string {
  const isOneDay = formatDay(from, timeZone, language) === formatDay(to, timeZone, language)
  const start = formatMoment(from, timeZone, language, { zone: !isOneDay })
  return isOneDay
    ? `${start}–${formatClock(to, timeZone, language)}`
    : `${start} – ${formatMoment(to, timeZone, language)}`
}
