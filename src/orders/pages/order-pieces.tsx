/** The pieces of an order, and everything that their price was made of. */
import { Link } from 'react-router'
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Money } from '../../ui/figures.tsx'
import { formatBps, formatGrams } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import type { OrderDetailView, OrderLineView } from '../contract.ts'
import { methodName } from './order-words.tsx'

const WEIGHT_UNITS = 10_000n

export const OrderPieces = ({ order }: { order: OrderDetailView }) => (
  <ul className="border-t border-line">
    {order.lines.map((line) => (
      <li
        key={line.sku_id}
        className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line py-5 md:grid-cols-[88px_minmax(0,1fr)_auto] md:gap-x-5"
      >
        <span className="tile size-16 rounded-control md:row-span-2 md:size-22">
          <img src={line.image} alt="" width="88" height="88" />
        </span>
        <div className="min-w-0">
          <Link
            to={`/product/productDetail?id=${line.product_id}&sku=${line.sku_id}`}
            className="font-semibold hover:text-nila"
          >
            {line.name}
          </Link>
          <p className="small text-ink-2">
            {attributesLabel(line.attributes, language())} ·{' '}
            <span className="whitespace-nowrap">
              {line.quantity} × <Money amount={line.unit_price} currency={order.currency} />
            </span>
          </p>
        </div>
        <Money
          amount={line.line_total}
          currency={order.currency}
          className="fig-m max-md:col-start-2 max-md:mt-1 md:text-right"
        />
        <div className="col-span-2 md:col-start-2">
          <Serials serials={line.serials} />
          <PriceInputs line={line} order={order} />
        </div>
      </li>
    ))}
  </ul>
)

/** Each serial number leads to what everybody may know about that piece. */
export const Serials = ({ serials }: { serials: string[] }) =>
  serials.length === 0 ? null : (
    <p className="small mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-2">
      <span>{m.orders_pieces_serials()}</span>
      {serials.map((serial) => (
        <Link
          key={serial}
          to={`/product/passport?serial=${encodeURIComponent(serial)}`}
          className="link min-h-11 !font-medium md:min-h-8"
          aria-label={m.orders_pieces_check({ serial })}
        >
          {serial}
        </Link>
      ))}
    </p>
  )

/** Every input of a charged price, as the order froze it. */
function PriceInputs({ line, order }: { line: OrderLineView; order: OrderDetailView }) {
  const { currency, ask } = order
  const gold = wireMoney(goldValue(line.fine_weight, ask, currency), currency)
  const rows: [name: string, value: React.ReactNode][] = [
    [m.orders_fine(), formatGrams(line.fine_weight, language())],
    [m.orders_orders_ask(), <Money key="ask" amount={ask} currency={currency} />],
    [m.orders_gold_value(), <Money key="gold" amount={gold} currency={currency} />],
    [m.orders_premium(), formatBps(line.premium_bps, language(), { sign: true })],
    [m.orders_making(), <Money key="making" amount={line.making_charge} currency={currency} />],
  ]
  if (line.tier_bps > 0) rows.push([m.orders_tier(), formatBps(-line.tier_bps, language())])
  if (line.method_bps !== 0)
    rows.push([
      m.orders_method({ method: methodName(order.method) }),
      formatBps(line.method_bps, language(), { sign: true }),
    ])
  rows.push([m.orders_each(), <Money key="unit" amount={line.unit_price} currency={currency} />])
  return (
    <details className="group mt-1">
      <summary className="small flex min-h-11 w-max cursor-pointer items-center gap-1.5 font-medium text-nila">
        {m.orders_price_how()}
        <Icon name="caret-down" size="s" className="transition-transform group-open:rotate-180" />
      </summary>
      <dl className="kv small max-w-[460px] rounded-control bg-tile p-4">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Fine weight × price per gram, rounded up as the price was. */
function goldValue(fineWeight: string, ask: string, currency: string): bigint {
  const units = BigInt(fineWeight.replace('.', ''))
  return (units * minorOf(ask, currency) + WEIGHT_UNITS - 1n) / WEIGHT_UNITS
}
