import * as m from '../../../locale/paraglide/messages.js'
import type { Late } from '../../../orders/core/order-rules.ts'
import { serverNow } from '../../../ui/clock.ts'
import { formatWeekDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'

type Props = { state: string; packed_by: string | null; late?: Late | null }

/** The day that was promised for an order that waits to be packed, and whether it is over: in its own store where the server said so. */
export function PackedTag({ state, packed_by, late }: Props) {
  const { store } = useShell()
  if (packed_by === null || state !== 'paid') return null
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: store.time_zone }).format(serverNow())
  const day = formatWeekDay(packed_by, language())
  const isLate = late === undefined ? packed_by < today : late === 'packing'
  return isLate ? (
    <Tag tone="down">{m.office_orders_packed_late({ day })}</Tag>
  ) : (
    <Tag tone={packed_by === today ? 'warn' : 'plain'}>{m.office_orders_packed_by({ day })}</Tag>
  )
}
