/** How the order reaches the member: the insured courier to an address, or a pickup point. */
import { useRef, useState } from 'react'
import type { AddressView } from '../../delivery/contract.ts'
import { hoursInWords } from '../../delivery/pages/opening-hours.ts'
import { ClosedDays, OpeningNow } from '../../delivery/pages/opening-now.tsx'
import * as m from '../../locale/paraglide/messages.js'
import { AddressForm } from '../../ui/address-form.tsx'
import { dataOf, get } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, type RadioCard, RadioCards } from '../../ui/fields.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import type { DeliveryData, GuaranteeView } from '../contract.ts'
import { AddressDialog } from './address-dialog.tsx'
import type { DeliveryWish } from './confirm-wish.ts'
import type { Places } from './create-order-page.tsx'

export type Mode = DeliveryData['mode']

type Props = {
  guarantee: GuaranteeView
  places: Places
  /** What is chosen on the page; the guarantee follows once an address or a point is known. */
  mode: Mode
  onMode: (mode: Mode) => void
  busy: boolean
  /** Paying was tried before anything said where it goes. */
  missing: boolean
  /** Why it does not go where it was last wished to; what was chosen before stays. */
  undelivered: string | null
  onChoose: (delivery: DeliveryWish) => void
}

export function DeliveryFields({ guarantee, places, mode, onMode, busy, missing, undelivered, onChoose }: Props) {
  const { delivery, currency, delivery_fee } = guarantee
  const { points } = places
  const [addresses, setAddresses] = useState(places.addresses)
  const [choosing, setChoosing] = useState(false)
  // What the courier cost when it was last chosen: collecting does not tell.
  const courierFee = useRef<string>(undefined)
  if (delivery?.mode === 'courier') courierFee.current = delivery_fee

  const sendTo = (id: string) => onChoose({ mode: 'courier', address_id: id })

  function chooseMode(next: string) {
    onMode(next as Mode)
    const address = addresses.find((one) => one.is_default) ?? addresses[0]
    if (next === 'courier' && address) sendTo(address.id)
    if (next === 'pickup' && points[0]) onChoose({ mode: 'pickup', pickup_point_id: points[0].id })
  }

  async function added(id: string) {
    setChoosing(false)
    sendTo(id)
    setAddresses((await dataOf(get<{ addresses: AddressView[] }>('/address/getAddressList'))).addresses)
  }

  return (
    <div aria-busy={busy}>
      <RadioCards
        legend={m.orders_checkout_delivery()}
        name="delivery"
        value={mode}
        onChange={chooseMode}
        cards={modeCards(
          delivery,
          courierFee.current && money({ amount: courierFee.current, currency }),
          points.length,
        )}
      />
      <div className="mt-3 grid gap-3">
        {missing && !undelivered && <FieldError>{m.orders_checkout_delivery_missing()}</FieldError>}
        {undelivered && <FieldError>{undelivered}</FieldError>}
        {mode === 'pickup' && <PickupPoints points={points} delivery={delivery} onChoose={onChoose} />}
        {mode === 'courier' && delivery?.mode === 'courier' && (
          <Receiver delivery={delivery} onChange={() => setChoosing(true)} />
        )}
        {mode === 'courier' && delivery?.mode !== 'courier' && addresses.length > 0 && (
          <NoAddressYet onChoose={() => setChoosing(true)} />
        )}
        {mode === 'courier' && addresses.length === 0 && <FirstAddress onAdded={(id) => void added(id)} />}
      </div>
      <AddressDialog
        open={choosing}
        addresses={addresses}
        chosen={delivery?.mode === 'courier' ? delivery.address_id : undefined}
        onClose={() => setChoosing(false)}
        onAdded={(id) => void added(id)}
        onChoose={sendTo}
      />
    </div>
  )
}

function modeCards(delivery: DeliveryData | null, courierFee: string | undefined, points: number): RadioCard[] {
  const days =
    delivery?.mode === 'courier'
      ? m.orders_checkout_courier_days({ from: delivery.days_from, to: delivery.days_to })
      : m.orders_checkout_courier_text()
  return [
    { value: 'courier', title: m.orders_checkout_courier(), text: days, end: courierFee },
    {
      value: 'pickup',
      title: m.orders_checkout_pickup(),
      text: points === 0 ? m.delivery_no_pickup() : m.orders_checkout_pickup_text({ count: points }),
      end: m.orders_checkout_free(),
      disabled: points === 0,
    },
  ]
}

const FirstAddress = ({ onAdded }: { onAdded: (id: string) => void }) => (
  <section className="panel p-5" aria-label={m.delivery_address_add()}>
    <h3 className="h3 mb-4">{m.orders_checkout_first_address()}</h3>
    <AddressForm first onSaved={({ id }) => onAdded(id)} />
  </section>
)

const NoAddressYet = ({ onChoose }: { onChoose: () => void }) => (
  <div className="panel flex flex-wrap items-center justify-between gap-3 px-[18px] py-4">
    <p className="text-ink-2">{m.orders_checkout_no_address()}</p>
    <Button size="s" onClick={onChoose}>
      {m.orders_checkout_choose_address()}
    </Button>
  </div>
)

function Receiver({
  delivery,
  onChange,
}: {
  delivery: Extract<DeliveryData, { mode: 'courier' }>
  onChange: () => void
}) {
  return (
    <div className="panel flex items-start gap-3.5 px-[18px] py-4">
      <Icon name="map-pin" size="l" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {delivery.recipient} · {delivery.label}
        </p>
        <p className="small break-words text-ink-2">
          {[delivery.street, delivery.area, delivery.postal_code].filter(Boolean).join(', ')}
        </p>
        <p className="small text-ink-2">{delivery.mobile}</p>
      </div>
      <Button
        kind="quiet"
        size="s"
        className="-mt-2 -mr-3"
        aria-label={m.orders_checkout_change_address()}
        onClick={onChange}
      >
        {m.delivery_address_edit_short()}
      </Button>
    </div>
  )
}

type PointsProps = {
  points: Places['points']
  delivery: DeliveryData | null
  onChoose: (delivery: DeliveryWish) => void
}

const PickupPoints = ({ points, delivery, onChoose }: PointsProps) => (
  <RadioCards
    legend={<span className="small">{m.orders_checkout_pickup_where()}</span>}
    name="pickup"
    value={delivery?.mode === 'pickup' ? String(delivery.pickup_point_id) : ''}
    onChange={(id) => onChoose({ mode: 'pickup', pickup_point_id: Number(id) })}
    cards={points.map((point) => ({
      value: String(point.id),
      title: point.name,
      text: (
        <>
          {point.street}, {point.city}
          <br />
          {hoursInWords(point.hours, language())}
          <OpeningNow hours={point.hours} closed={point.closed_days.map(({ day }) => day)} />
          <ClosedDays days={point.closed_days} />
        </>
      ),
    }))}
  />
)
