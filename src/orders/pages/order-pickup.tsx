/** What is needed to collect an order: the code to show, and what to bring. */
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import type { OrderDetailView } from '../contract.ts'

type Props = { pickup: NonNullable<OrderDetailView['pickup']>; place: string; number: string }

export function OrderPickup({ pickup, place, number }: Props) {
  const { code, qr, ready } = pickup
  const groups = [code.slice(0, 4), code.slice(4)]
  return (
    <section className="panel overflow-hidden" aria-label={m.orders_pickup_code()}>
      <div className={`p-5 ${ready ? 'bg-up-soft' : 'bg-tile'}`}>
        <h2 className="h3">{ready ? m.orders_pickup_ready({ place }) : m.orders_pickup_not_ready({ place })}</h2>
        <p className="small mt-0.5 text-ink-2">
          {ready ? m.orders_pickup_ready_text() : m.orders_pickup_not_ready_text()}
        </p>
      </div>
      <div className="grid justify-items-center gap-6 p-5 md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:justify-items-start md:gap-8">
        <QrCode qr={qr} name={m.orders_pickup_qr({ number })} className="size-60 md:size-52" />
        <div className="min-w-0 max-md:text-center">
          <p className="small text-ink-2">{m.orders_pickup_code()}</p>
          <p className="mt-1 flex gap-4 text-[30px] leading-9 font-semibold tracking-[0.06em] max-md:justify-center">
            <span className="sr-only">{code.split('').join(' ')}</span>
            {groups.map((group) => (
              <span key={group} aria-hidden="true">
                {group}
              </span>
            ))}
          </p>
          <p className="small mt-4 flex gap-2.5 text-left text-ink-2">
            <Icon name="identification-card" />
            {m.orders_pickup_identity()}
          </p>
          <p className="small mt-2 flex gap-2.5 text-left text-ink-2">
            <Icon name="lock-simple" />
            {m.orders_pickup_secret()}
          </p>
        </div>
      </div>
    </section>
  )
}
