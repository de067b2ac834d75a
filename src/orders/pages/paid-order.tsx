/** An order that is paid, as its buyer may keep it: the piece, its number, when and where it comes, its invoice. */
import { type ReactNode, useId } from 'react'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { petal } from '../../ui/brand-shapes.ts'
import { Moment, Money } from '../../ui/figures.tsx'
import { formatWeekDay } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import type { OrderDetailView } from '../contract.ts'
import { awaitsInvoice, OrderInvoice } from './order-invoice.tsx'
import { Serials } from './order-pieces.tsx'

/** The first of its pieces on cloth, and all of them by name and number. */
export function KeptPieces({ order }: { order: OrderDetailView }) {
  const [first] = order.lines
  return (
    <div className="min-w-0 max-lg:mt-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
      {first?.picture && (
        <figure className="relative grid aspect-[1/.86] place-items-center overflow-hidden rounded-panel bg-tile">
          <Weave />
          <span className="relative w-[76%] [&_img]:h-auto [&_img]:w-full">
            <ProductPicture picture={first.picture} sizes="(min-width: 1024px) 480px, 76vw" alt={first.name} priority />
          </span>
          <figcaption className="fine absolute bottom-3 left-4 text-ink-2">{m.orders_kept_example()}</figcaption>
        </figure>
      )}
      <ul className="mt-2 px-1">
        {order.lines.map((line) => (
          <li key={line.sku_id} className="flex items-center gap-4 border-b border-line py-4 last:border-b-0">
            {order.lines.length > 1 && (
              <span className="tile size-14 flex-none rounded-control">
                <img src={line.image} alt="" width="56" height="56" />
              </span>
            )}
            <div className="min-w-0">
              <p className="font-semibold">{line.name}</p>
              <p className="small text-ink-2">
                {line.quantity} × {attributesLabel(line.attributes, language())}
              </p>
              <Numbers serials={line.serials} follow={awaitsInvoice(order)} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Numbers = ({ serials, follow }: { serials: string[]; follow: boolean }) =>
  serials.length === 0 && follow ? (
    <p className="small text-ink-2">{m.orders_kept_serial_later()}</p>
  ) : (
    <Serials serials={serials} />
  )

/** Batik of the house's own mark, fading in the middle where the piece lies. */
function Weave() {
  const id = useId()
  const petals = [0, 90, 180, 270].map((turn) => <path key={turn} d={petal} transform={`rotate(${turn} 16 16)`} />)
  return (
    <svg
      className="absolute inset-0 size-full fill-line [mask:radial-gradient(ellipse_46%_46%_at_50%_52%,transparent_55%,#000_118%)]"
      aria-hidden="true"
      focusable="false"
    >
      <pattern id={id} width="68" height="68" patternUnits="userSpaceOnUse">
        <g transform="translate(2 2)">{petals}</g>
        <g transform="translate(36 36)">{petals}</g>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

/** Where and when it comes, and what was paid with its paper. */
export const KeptFacts = ({ order }: { order: OrderDetailView }) => (
  <ul className="mt-6 border-t border-line">
    <Coming order={order} />
    <Fact icon="receipt" name={order.invoice ? m.orders_invoice_number(order.invoice) : m.orders_invoice_title()}>
      <Money amount={order.total} currency={order.currency} />
      {order.paid_at && (
        <>
          {' · '}
          <Moment at={order.paid_at} />
        </>
      )}
      <span className="mt-2 grid justify-start">
        <OrderInvoice order={order} />
      </span>
    </Fact>
  </ul>
)

function Coming({ order: { delivery, arrives, shipment } }: { order: OrderDetailView }) {
  if (delivery.mode === 'pickup')
    return (
      <Fact icon="storefront" name={m.orders_kept_collect({ place: delivery.name })}>
        {delivery.street}, {delivery.city}. {m.orders_kept_collect_text()}
      </Fact>
    )
  const days = arrives && [...new Set([arrives.from, arrives.to])].map((day) => formatWeekDay(day, language()))
  const place = [delivery.recipient, delivery.street, delivery.area].filter(Boolean).join(', ')
  return (
    <Fact icon="truck" name={days ? m.orders_kept_arrives({ days: days.join(' – ') }) : m.orders_delivery()}>
      {m.orders_kept_courier({ place })}
      {shipment && (
        <span className="block">
          {m.orders_shipped_with(shipment)} · <span className="break-all select-all">{shipment.tracking}</span>
        </span>
      )}
    </Fact>
  )
}

type FactProps = { icon: IconName; name: string; children: ReactNode }

const Fact = ({ icon, name, children }: FactProps) => (
  <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-4 border-b border-line py-4">
    <Icon name={icon} size="l" className="text-ink-2" />
    <div className="min-w-0">
      <p className="font-semibold">{name}</p>
      <div className="small break-words text-ink-2">{children}</div>
    </div>
  </li>
)
