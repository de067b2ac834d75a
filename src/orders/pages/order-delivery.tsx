/** Where an order goes. */

import { OpeningNow, WeekHours } from '../../delivery/pages/opening-now.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { Moment } from '../../ui/figures.tsx'
import { formatMoment } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { OrderDetailView } from '../contract.ts'

type Props = Pick<OrderDetailView, 'delivery' | 'shipment' | 'paid_back' | 'earlier_deliveries'>

export const OrderDelivery = (props: Props) => (
  <>
    <Place {...props} />
    <Earlier earlier={props.earlier_deliveries} />
  </>
)

function Earlier({ earlier }: { earlier: Props['earlier_deliveries'] }) {
  const { store } = useShell()
  return earlier.map(({ place, at }) => (
    <p key={at} className="small mt-2 break-words text-ink-2">
      {m.orders_delivery_was({ place, at: formatMoment(Date.parse(at), store.time_zone, language()) })}
    </p>
  ))
}

function Place({ delivery, shipment, paid_back: paidBack }: Props) {
  const courier = delivery.mode === 'courier'
  return (
    <div className="flex gap-3.5">
      <Icon name={courier ? 'truck' : 'storefront'} size="l" />
      {courier ? (
        <div className="min-w-0">
          <p className="font-semibold">
            {delivery.recipient} · {delivery.label}
          </p>
          <p className="break-words text-ink-2">
            {[delivery.street, delivery.area, delivery.postal_code].filter(Boolean).join(', ')}
          </p>
          <p className="text-ink-2">{delivery.mobile}</p>
          {shipment && <Shipment shipment={shipment} paidBack={paidBack} />}
        </div>
      ) : (
        <div className="min-w-0">
          <p className="font-semibold">{delivery.name}</p>
          <p className="text-ink-2">
            {delivery.street}, {delivery.city}
          </p>
          <p className="small mt-2">
            <OpeningNow hours={delivery.hours} />
          </p>
          <h3 className="sr-only">{m.orders_pickup_hours()}</h3>
          <div className="mt-2">
            <WeekHours hours={delivery.hours} />
          </div>
        </div>
      )}
    </div>
  )
}

type ShipmentProps = { shipment: NonNullable<OrderDetailView['shipment']>; paidBack: boolean }

const Shipment = ({ shipment, paidBack }: ShipmentProps) => (
  <>
    <dl className="kv small mt-4">
      <dt>{m.orders_shipped_with({ carrier: shipment.carrier })}</dt>
      <dd>
        <Moment at={shipment.at} />
      </dd>
      <dt>{m.orders_tracking()}</dt>
      <dd className="break-all select-all">{shipment.tracking}</dd>
    </dl>
    {shipment.tracking_link && !shipment.lost_at && (
      <a href={shipment.tracking_link} className="link small min-h-6" target="_blank" rel="noopener noreferrer">
        {m.orders_follow({ carrier: shipment.carrier })} <Icon name="arrow-right" size="s" />
      </a>
    )}
    {shipment.lost_at && (
      <p className="small mt-4 max-w-[60ch] rounded-panel bg-warn-soft p-4">
        {paidBack ? m.orders_lost_paid_back() : m.orders_lost()} <Moment at={shipment.lost_at} />
      </p>
    )}
  </>
)
