import * as m from '../../../locale/paraglide/messages.js'
import { readDays } from '../../../stores/day-rules.ts'

/** What a list of days is refused for before it is sent. */
export function daysError(text: string): string | undefined {
  const { wrong } = readDays(text)
  return wrong === null ? undefined : m.office_settings_days_error({ line: wrong.slice(0, 60) })
}
