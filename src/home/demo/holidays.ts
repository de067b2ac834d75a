/** Holidays of the demo's stores: national ones that are on the same date each year. Those that follow the moon are announced, so staff add them. */
import type { NamedDays } from '../../stores/day-rules.ts'

const years = ['2026', '2027']
const each = (days: Record<string, string>): NamedDays =>
  Object.fromEntries(
    years.flatMap((year) => Object.entries(days).map(([date, name]): [string, string] => [`${year}-${date}`, name])),
  )

/** By store. */
export const demoHolidays: Record<string, NamedDays> = {
  id: each({ '01-01': 'Tahun Baru', '08-17': 'Hari Kemerdekaan', '12-25': 'Hari Natal' }),
  my: each({ '08-31': 'Merdeka Day', '09-16': 'Malaysia Day', '12-25': 'Christmas Day' }),
}
