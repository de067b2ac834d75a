/** What the money is for, and what happens once it is here: the same before and after a payment that failed. */
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { OrderDetailView } from '../contract.ts'
import { OrderLine } from './order-lines.tsx'

type Props = { order: OrderDetailView; withPin: boolean }

export function CashierOrder({ order: { lines, currency, delivery }, withPin }: Props) {
  const place = delivery.mode === 'pickup' ? delivery.name : delivery.recipient
  const where =
    delivery.mode === 'pickup'
      ? `${delivery.street}, ${delivery.city}`
      : [delivery.street, delivery.area, delivery.postal_code].filter(Boolean).join(', ')
  const next = [
    ...(withPin ? [m.orders_cashier_next_pin()] : [m.orders_cashier_next_bank(), m.orders_cashier_next_told()]),
    delivery.mode === 'pickup' ? m.orders_cashier_next_pickup({ place }) : m.orders_cashier_next_courier({ place }),
  ]
  return (
    <div className="mt-10 grid gap-8">
      <section aria-label={m.orders_cashier_order()}>
        <h2 className="h3 mb-4">{m.orders_cashier_order()}</h2>
        <ul className="grid gap-4">
          {lines.map((line) => (
            <OrderLine key={line.sku_id} line={line} currency={currency} />
          ))}
        </ul>
        <p className="mt-5 flex gap-3.5 border-t border-line pt-5">
          <Icon name={delivery.mode === 'pickup' ? 'storefront' : 'truck'} size="l" />
          <span className="min-w-0">
            <span className="block font-semibold">{place}</span>
            <span className="small block break-words text-ink-2">{where}</span>
          </span>
        </p>
      </section>
      <section aria-label={m.orders_cashier_next()}>
        <h2 className="h3 mb-3">{m.orders_cashier_next()}</h2>
        <ol className="grid gap-2.5">
          {next.map((text, place) => (
            <li key={text} className="grid grid-cols-[28px_minmax(0,1fr)] text-ink-2">
              <span className="font-semibold text-ink">{place + 1}</span>
              {text}
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
