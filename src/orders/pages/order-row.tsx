import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Moment, Money } from '../../ui/figures.tsx'
import type { OrderSummaryView } from '../contract.ts'
import { StateTag } from './order-words.tsx'

/** One order in a list; the whole row leads to it, an unpaid one can be paid from here. */
export function OrderRow({ order }: { order: OrderSummaryView }) {
  const [first] = order.lines
  const names = first
    ? order.lines.length > 1
      ? m.order_and_more({ name: first.name, count: order.lines.length - 1 })
      : first.name
    : ''
  return (
    <li className="relative grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-line py-5 md:grid-cols-[72px_minmax(0,1fr)_auto]">
      <span className="tile size-16 self-start rounded-control md:size-18">
        {first && <img src={first.image} alt="" width="72" height="72" />}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/user/order/list?order_id=${order.order_id}`}
            className="font-semibold after:absolute after:inset-0 hover:text-nila"
          >
            {names}
          </Link>
          <StateTag state={order.state} />
        </p>
        <p className="small mt-1 text-ink-2">
          {order.number} · {m.order_pieces({ count: order.pieces })}
        </p>
        <p className="small text-ink-2">
          <Moment at={order.created_at} />
        </p>
      </div>
      <div className="col-span-2 flex items-center justify-between gap-3 md:col-span-1 md:flex-col md:items-end">
        <Money amount={order.total} currency={order.currency} className="fig-m" />
        {order.expires_at && (
          <span className="relative z-1 flex items-center gap-3">
            <Countdown until={order.expires_at} className="small text-warn" />
            <ButtonLink size="s" kind="ghost" to={`/payOrder?order_id=${order.order_id}`}>
              {m.order_pay()}
            </ButtonLink>
          </span>
        )}
      </div>
    </li>
  )
}
