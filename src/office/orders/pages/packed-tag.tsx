import * as m from '../../../locale/paraglide/messages.js'
import { serverNow } from '../../../ui/clock.ts'
import { formatWeekDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'

/** The day that was promised for an order that waits to be packed, and whether it is over. */
export function PackedTag({ state, packed_by }: { state: string; packed_by: string | null }) {
  const { store } = useShell()
  if (packed_by === null || state !== 'paid') return null
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: store.time_zone }).format(serverNow())
  const day = formatWeekDay(packed_by, language())
  return packed_by < today ? (
    <Tag tone="down">{m.office_orders_packed_late({ day })}</Tag>
  ) : (
    <Tag tone={packed_by === today ? 'warn' : 'plain'}>{m.office_orders_packed_by({ day })}</Tag>
  )
}
