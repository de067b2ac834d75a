/** Opening hours in words. Pure. */
import { type WeekDay, week } from '../opening-rules.ts'

const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** "Senin", or short: "Sen". */
export const dayName = (day: WeekDay, language: string, weekday: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(A_MONDAY + week.indexOf(day) * DAY_MS)

/** "09.00–17.00" in Indonesian, "09:00–17:00" elsewhere. */
export const hoursText = (open: string, language: string): string =>
  open.replace('-', '–').replaceAll(':', language === 'id' ? '.' : ':')

/** "Sen–Jum 09.00–17.00, Sab 09.00–13.00": days with the same hours together. Closed days are left out. */
export function hoursInWords(hours: Record<string, string>, language: string): string {
  const groups: { from: number; to: number; open: string }[] = []
  week.forEach((day, place) => {
    const open = hours[day]
    const last = groups.at(-1)
    if (!open) return
    if (last?.open === open && last.to === place - 1) last.to = place
    else groups.push({ from: place, to: place, open })
  })
  const name = (place: number) => dayName(week[place] ?? 'mon', language)
  return groups
    .map(
      ({ from, to, open }) => `${from === to ? name(from) : `${name(from)}–${name(to)}`} ${hoursText(open, language)}`,
    )
    .join(', ')
}
