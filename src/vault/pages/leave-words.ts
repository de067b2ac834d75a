/** Why value does not leave, with the day on which it does. */
import * as m from '../../locale/paraglide/messages.js'
import { formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'

export type Refused = { message: string; error?: string | null; data: unknown }

/** As the reader's own clock has it. */
export const momentHere = (moment: string): string =>
  formatMoment(Date.parse(moment), Intl.DateTimeFormat().resolvedOptions().timeZone, language())

/** A refusal that was answered with the call (code 6000), in the words of the page. */
export function whyNot({ message, error, data }: Refused): string {
  const told = data as Record<string, unknown> | null
  const at = (moment: unknown) => momentHere(String(moment))
  if (error === 'value_uncleared' && told?.clears_at) return m.vault_send_uncleared({ day: at(told.clears_at) })
  if (error === 'outgoing_paused' && told?.release_at) return m.vault_send_paused({ day: at(told.release_at) })
  return message
}
