/** Limit orders of a member: what each waits for, and what became of those that ended. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Moment, money } from '../../../ui/figures.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import type { LivePrice } from '../../../ui/price.ts'
import { Tag } from '../../../ui/states.tsx'
import { ReceiptLink } from '../../pages/receipt-link.tsx'
import type { LimitOrderView } from '../limit-contract.ts'
import { endingWords, limitWords, reservedWords, stateWords, toGo, waitWords } from './limit-words.ts'

type OpenProps = {
  orders: LimitOrderView[]
  price: LivePrice | null
  busy: boolean
  cancel: (order: LimitOrderView) => void
}

export const OpenLimits = ({ orders, ...row }: OpenProps) =>
  orders.length === 0 ? (
    <p className="border-y border-line py-5 text-ink-2">{m.vault_limit_none()}</p>
  ) : (
    <ul className="border-t border-line">
      {orders.map((order) => (
        <OpenRow key={order.limit_id} order={order} {...row} />
      ))}
    </ul>
  )

function OpenRow({ order, price, busy, cancel }: Omit<OpenProps, 'orders'> & { order: LimitOrderView }) {
  const name = limitWords(order)
  return (
    <li className="grid gap-y-1 border-b border-line py-4">
      <p className="font-semibold">{name}</p>
      <p className="small text-ink-2">
        {price && `${toGo(order, price)} · `}
        {m.vault_limit_aside({ what: reservedWords(order) })} · {order.number}
      </p>
      <p className="small text-ink-2">
        {m.vault_limit_until()} <Moment at={order.ends_at} />
      </p>
      {order.waits_for && <p className="small mt-1 bg-warn-soft p-3">{waitWords[order.waits_for]()}</p>}
      <Button
        kind="quiet"
        size="s"
        className="-ml-3 justify-self-start"
        busy={busy}
        aria-label={m.vault_limit_cancel_of({ order: name })}
        onClick={() => cancel(order)}
      >
        {m.vault_limit_cancel()}
      </Button>
    </li>
  )
}

export function EndedLimits({ orders }: { orders: LimitOrderView[] }) {
  if (orders.length === 0) return null
  return (
    <section className="mt-12" aria-labelledby="ended-limits">
      <h2 className="h3 mb-3" id="ended-limits">
        {m.vault_limit_ended()}
      </h2>
      <ul className="border-t border-line">
        {orders.map((order) => (
          <EndedRow key={order.limit_id} order={order} />
        ))}
      </ul>
    </section>
  )
}

function EndedRow({ order }: { order: LimitOrderView }) {
  const { state, because, trade, side, currency } = order
  const { name, tone } = stateWords[state]
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-line py-4">
      <p className="font-medium">{limitWords(order)}</p>
      <Tag tone={tone}>{name()}</Tag>
      {trade && (
        <p className="small col-span-2">
          {(side === 'buy' ? m.vault_limit_bought : m.vault_limit_sold)({
            grams: formatGrams(trade.weight, language()),
            amount: money({ amount: trade.amount, currency }),
            price: money({ amount: trade.price, currency }),
          })}
        </p>
      )}
      {because && <p className="small col-span-2">{endingWords[because]()}</p>}
      <p className="small col-span-2 text-ink-2">
        {order.number}
        {trade && ` · ${trade.number}`}
        {order.ended_at && (
          <>
            {' · '}
            <Moment at={order.ended_at} />
          </>
        )}
      </p>
      {trade && (
        <div className="col-span-2 -ml-3">
          <ReceiptLink of={trade.trade_id} />
        </div>
      )}
    </li>
  )
}
