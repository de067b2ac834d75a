/** Pieces and amounts as guarantees and orders show them. */
import { attributesLabel } from '../../catalogue/attribute-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Money } from '../../ui/figures.tsx'
import { language } from '../../ui/language.ts'
import type { GuaranteeView } from '../contract.ts'

type Line = GuaranteeView['lines'][number]

export const OrderLine = ({ line, currency }: { line: Line; currency: string }) => (
  <li className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3.5">
    <span className="tile size-16 rounded-control">
      <img src={line.image} alt="" width="64" height="64" />
    </span>
    <span className="min-w-0">
      <span className="block font-semibold">{line.name}</span>
      <span className="small block text-ink-2">
        {attributesLabel(line.attributes, language())} ·{' '}
        <span className="whitespace-nowrap">
          {line.quantity} × <Money amount={line.unit_price} currency={currency} />
        </span>
      </span>
    </span>
  </li>
)

type Amounts = Pick<GuaranteeView, 'goods_total' | 'delivery_fee' | 'insurance_fee' | 'tax' | 'discount'>
/** `inGrams`: gold of it is not among the amounts. */
type Props = { amounts: Amounts; inGrams: boolean; currency: string; delivery: 'courier' | 'pickup' | undefined }

/** Everything that makes up the total; what depends on the delivery stays open until one is chosen. */
export function AmountList({ amounts, inGrams, currency, delivery }: Props) {
  const none = (amount: string) => /^-?[0.]+$/.test(amount)
  const rows: [name: string, amount: string | undefined][] = [
    [inGrams ? m.orders_goods_beside_grams() : m.orders_goods(), amounts.goods_total],
    [delivery === 'pickup' ? m.orders_pickup_fee() : m.cart_order_delivery_fee(), delivery && amounts.delivery_fee],
    [m.orders_insurance_fee(), delivery && amounts.insurance_fee],
    [m.cart_order_tax(), amounts.tax],
  ]
  return (
    <dl className="kv small">
      {rows.map(([name, amount]) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd>
            {amount === undefined ? (
              <span className="font-normal text-ink-2">{m.orders_not_chosen()}</span>
            ) : (
              <Money amount={amount} currency={currency} />
            )}
          </dd>
        </div>
      ))}
      {!none(amounts.discount) && (
        <>
          <dt>{m.orders_discount()}</dt>
          <dd>
            <Money amount={`-${amounts.discount}`} currency={currency} />
          </dd>
        </>
      )}
    </dl>
  )
}
