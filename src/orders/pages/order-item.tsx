/** One order as lists show it. */
import { Link, useLocation } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Moment, Money } from '../../ui/figures.tsx'
import { language } from '../../ui/language.ts'
import type { OrderSummaryView } from '../contract.ts'
import { RefundTag, StateTag, stateSentence } from './order-words.tsx'

const SHOWN = 3

/** The whole item leads to its order; an unpaid one can be paid from here. */
export function OrderItem({ order }: { order: OrderSummaryView }) {
  const { pathname, search } = useLocation()
  const [first] = order.lines
  const name = first ? [first.name, attributesLabel(first.attributes, language())].filter(Boolean).join(', ') : ''
  const names = order.lines.length > 1 ? m.orders_and_more({ name, count: order.lines.length - 1 }) : name
  return (
    <article
      className="relative grid gap-x-5 gap-y-4 border-b border-line py-6 md:grid-cols-[auto_minmax(0,1fr)_auto]"
      aria-label={m.orders_of({ number: order.number })}
    >
      <Pictures lines={order.lines} />
      <div className="min-w-0 max-md:row-start-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Link
            to={`/user/order/list?order_id=${order.order_id}`}
            state={{ from: pathname + search }}
            className="font-semibold after:absolute after:inset-0 hover:text-nila"
          >
            {names}
          </Link>
          <StateTag state={order.state} paidBack={order.paid_back} />
          <RefundTag state={order.refund_state} />
        </p>
        <p className="small mt-1.5 max-w-[52ch]">
          {order.paid_back ? m.orders_says_paid_back() : stateSentence(order.state, order.delivery)}
        </p>
        <p className="small mt-1.5 text-ink-2">
          {order.number} · {m.orders_pieces({ count: order.pieces })} · <Moment at={order.created_at} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 md:flex-col md:items-end md:justify-start">
        <Money amount={order.total} currency={order.currency} className="fig-m" />
        {order.expires_at && (
          <span className="relative z-1 flex items-center gap-3">
            <Countdown until={order.expires_at} className="small text-warn" />
            <ButtonLink size="s" kind="ghost" to={`/payOrder?order_id=${order.order_id}`}>
              {m.orders_pay()}
            </ButtonLink>
          </span>
        )}
      </div>
    </article>
  )
}

/** Up to three pieces side by side, and how many more lines there are. */
function Pictures({ lines }: { lines: OrderSummaryView['lines'] }) {
  const more = lines.length - SHOWN
  return (
    <span className="flex gap-1.5 self-start">
      {lines.slice(0, SHOWN).map((line) => (
        <span key={line.sku_id} className="tile size-16 rounded-control md:size-18">
          <img src={line.image} alt="" width="72" height="72" />
        </span>
      ))}
      {more > 0 && <span className="small grid w-9 place-items-center text-ink-2">+{more}</span>}
    </span>
  )
}
