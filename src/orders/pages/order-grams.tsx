/** What of an order was paid in gold, where those grams are now, and when it is packed. */
import * as m from '../../locale/paraglide/messages.js'
import { formatGrams, formatWeekDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { isNothing } from '../../vault/pages/typed-amount-rules.ts'
import type { OrderDetailView } from '../contract.ts'

const words = {
  due: m.orders_grams_due,
  held: m.orders_grams_held,
  used: m.orders_grams_used,
  released: m.orders_grams_released,
} as const

/** Its place in the queue of packing. */
export const placeWords = (before: number): string =>
  before === 0 ? m.orders_queue_next() : m.orders_queue_after({ n: String(before) })

export function OrderGrams({ grams }: Pick<OrderDetailView, 'grams'>) {
  if (!grams) return null
  const { weight, state, returned, packed_after, packed_by } = grams
  return (
    <dl className="mt-4 grid gap-2 rounded-control bg-tile p-3">
      <dt className="small text-ink-2">{m.orders_grams_label()}</dt>
      <dd className="font-semibold">{words[state]({ grams: formatGrams(weight, language()) })}</dd>
      {!isNothing(returned) && (
        <>
          <dt className="small text-ink-2">{m.orders_grams_returned()}</dt>
          <dd>{formatGrams(returned, language())}</dd>
        </>
      )}
      {packed_after !== null && (
        <>
          <dt className="small text-ink-2">{m.orders_queue()}</dt>
          <dd>
            {packed_by && (
              <span className="block">{m.orders_queue_by({ day: formatWeekDay(packed_by, language()) })}</span>
            )}
            {placeWords(packed_after)}
          </dd>
        </>
      )}
    </dl>
  )
}
