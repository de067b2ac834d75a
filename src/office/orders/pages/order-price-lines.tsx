/** The lines of an order with every input of their price. */
import { Fragment } from 'react'
import { attributesLabel } from '../../../catalogue/attribute-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeOrderDetail } from '../../../orders/core/office-contract.ts'
import { Grams, Money } from '../../../ui/figures.tsx'
import { formatBps } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { SubjectLink } from '../../kit/pages/subject-link.tsx'

type Line = OfficeOrderDetail['lines'][number]

/** Its pieces are for sale again, or nobody's: no serial number is to come. */
const isOver = ({ state, paid_back }: OfficeOrderDetail) => state === 'cancelled' || state === 'expired' || paid_back

export const OfficeLines = ({ order }: { order: OfficeOrderDetail }) => (
  <section className="office-panel grid gap-4" aria-label={m.office_orders_lines()}>
    <h2 className="font-semibold">{m.office_orders_lines()}</h2>
    <ul className="grid gap-4">
      {order.lines.map((line) => (
        <li key={line.sku_id} className="grid grid-cols-[56px_minmax(0,1fr)] gap-3 border-b border-line pb-4">
          <span className="tile size-14 rounded-control">
            <img src={line.image} alt="" width="56" height="56" />
          </span>
          <div className="min-w-0">
            <div className="flex flex-wrap justify-between gap-x-4">
              <p className="font-semibold">
                {line.quantity} × {line.name}
              </p>
              <p className="font-semibold">
                <Money amount={line.line_total} currency={order.currency} />
              </p>
            </div>
            <p className="small text-ink-2">
              {[line.code, attributesLabel(line.attributes, language())].filter(Boolean).join(' · ')}
            </p>
            {(line.serials.length > 0 || !isOver(order)) && (
              <p className="small mt-1 break-words">
                {m.office_orders_serials()}:{' '}
                {line.serials.length > 0 ? <Serials serials={line.serials} /> : m.office_orders_serials_none()}
              </p>
            )}
            <details className="mt-1">
              <summary className="small min-h-11 cursor-pointer content-center font-medium text-nila lg:min-h-8">
                {m.office_orders_price_inputs()}
              </summary>
              <PriceInputs line={line} order={order} />
            </details>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Serials = ({ serials }: { serials: string[] }) =>
  serials.map((serial, place) => (
    <Fragment key={serial}>
      {place > 0 && ', '}
      <SubjectLink kind="piece" id={serial}>
        {serial}
      </SubjectLink>
    </Fragment>
  ))

function PriceInputs({ line, order }: { line: Line; order: OfficeOrderDetail }) {
  const money = (amount: string) => <Money amount={amount} currency={order.currency} />
  const share = (bps: number) => formatBps(bps, language())
  return (
    <Facts
      facts={[
        { label: m.office_orders_ask(), value: money(order.ask) },
        { label: m.office_orders_fine(), value: <Grams weight={line.fine_weight} /> },
        { label: m.office_orders_premium(), value: share(line.premium_bps) },
        { label: m.office_orders_making(), value: money(line.making_charge) },
        { label: m.office_orders_tier(), value: share(line.tier_bps) },
        { label: m.office_orders_method(), value: share(line.method_bps) },
        { label: m.office_orders_unit(), value: money(line.unit_price) },
        { label: `${m.office_orders_tax()} (${order.tax_rule})`, value: money(line.tax) },
      ]}
    />
  )
}
