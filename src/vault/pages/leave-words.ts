/** Why value does not leave, with the day on which it does. */
import * as m from '../../locale/paraglide/messages.js'
import { formatMoment } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'

export type Refused = { message: string; error?: string | null; data: unknown }

/** A refusal that was answered with the call (code 6000), in the words of the page; its moments by the clock of the store. */
export function useWhyNot(): (refused: Refused) => string {
  const { store } = useShell()
  const at = (moment: unknown) => formatMoment(Date.parse(String(moment)), store.time_zone, language())
  return ({ message, error, data }) => {
    const told = data as Record<string, unknown> | null
    if (error === 'value_uncleared' && told?.clears_at) return m.vault_send_uncleared({ day: at(told.clears_at) })
    if (error === 'outgoing_paused' && told?.release_at) return m.vault_send_paused({ day: at(told.release_at) })
    return message
  }
}
