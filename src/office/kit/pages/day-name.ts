import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

/** "26 Nov 2026" of "2026-11-26". */
export const dayName = (day: string): string => formatDay(Date.parse(`${day}T00:00:00Z`), 'UTC', language())
