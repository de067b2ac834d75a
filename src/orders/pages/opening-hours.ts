/** Opening hours in words: days with the same hours together, in the order of the week. Pure. */
const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const A_MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** "Sen–Jum 09.00–17.00, Sab 09.00–13.00". Days without hours are closed and left out. */
export function hoursInWords(hours: Record<string, string>, language: string): string {
  const groups: { from: number; to: number; open: string }[] = []
  week.forEach((day, place) => {
    const open = hours[day]
    const last = groups.at(-1)
    if (!open) return
    if (last?.open === open && last.to === place - 1) last.to = place
    else groups.push({ from: place, to: place, open })
  })
  const dayName = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const name = (place: number) => dayName.format(A_MONDAY + place * DAY_MS)
  const clock = (open: string) => open.replace('-', '–').replaceAll(':', language === 'id' ? '.' : ':')
  return groups
    .map(({ from, to, open }) => `${from === to ? name(from) : `${name(from)}–${name(to)}`} ${clock(open)}`)
    .join(', ')
}
