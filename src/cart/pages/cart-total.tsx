import * as m from '../../locale/paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Clock, Money, money } from '../../ui/figures.tsx'
import { formatPieceWeight } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { minorOf, wireMoney } from '../../ui/price.ts'
import { useShell } from '../../ui/shell-data.ts'
import type { CartLineView, CartListView } from '../contract.ts'
import { type Hindrance, hindranceOf } from './cart-hindrance.ts'

const words: Record<Hindrance, (cart: CartListView) => string> = {
  nothing_chosen: m.cart_nothing_chosen,
  price: m.ui_price_not_live,
  too_heavy: ({ most_fine_weight }) =>
    m.cart_too_heavy({ most: formatPieceWeight(most_fine_weight ?? '0', language()) }),
  day_reached: m.cart_day_reached,
  over_day: ({ left_today, currency }) => m.cart_day_left({ left: money({ amount: left_today ?? '0', currency }) }),
}

type Props = { cart: CartListView; chosen: CartLineView[]; unsettled: boolean; leaving: boolean; onOrder: () => void }

/** The sum of the chosen lines, and what the guarantee will do, before it starts. */
export function CartTotal({ cart, chosen, unsettled, leaving, onOrder }: Props) {
  const { currency } = cart
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + minorOf(amount, currency), 0n)
  const goods = sum(chosen.map((line) => line.line_total))
  const tax = sum(chosen.map((line) => line.tax))
  const total = money({ amount: wireMoney(goods + tax, currency), currency })
  const pieces = chosen.reduce((count, line) => count + line.quantity, 0)
  const hindrance = hindranceOf(cart, chosen)
  const reason = hindrance && words[hindrance](cart)
  const action = (
    <Button size="l" className="w-full" busy={leaving} disabled={reason !== null} onClick={onOrder}>
      {m.cart_order()}
    </Button>
  )
  const figure = (
    <span className={`fig-m transition-opacity ${unsettled ? 'opacity-35' : ''}`} aria-busy={unsettled}>
      {total}
    </span>
  )
  return (
    <aside className="panel p-5 xl:sticky xl:top-16" aria-label={m.cart_total()}>
      <dl className="kv small">
        <dt>{m.cart_goods({ count: pieces })}</dt>
        <dd>
          <Money amount={wireMoney(goods, currency)} currency={currency} />
        </dd>
        <dt>{m.cart_order_tax()}</dt>
        <dd>
          <Money amount={wireMoney(tax, currency)} currency={currency} />
        </dd>
        <dt>{m.cart_order_delivery_fee()}</dt>
        <dd className="text-ink-2">{m.cart_delivery_next()}</dd>
      </dl>
      <hr className="rule my-4" />
      <p className="flex items-baseline justify-between gap-3" role="status">
        <span className="font-semibold">{m.cart_total()}</span>
        {figure}
      </p>
      <p className="small mt-1 text-ink-2">
        {m.cart_price_of()} <Clock at={cart.price.source_at} seconds />
      </p>
      <div className="mt-5 max-md:hidden">{action}</div>
      {reason && (
        <p className="small mt-3 text-ink-2" role="status">
          {reason}
        </p>
      )}
      {(hindrance === 'over_day' || hindrance === 'day_reached') && (
        <ButtonLink size="s" kind="ghost" className="mt-3" to="/user/kyc/kyc?return=%2Fuser%2Fcart%2Flist">
          {m.cart_day_raise()}
        </ButtonLink>
      )}
      <div className="mt-5 flex gap-3 border-t border-line pt-4">
        <Icon name="lock-simple" className="mt-0.5" />
        <p className="small text-ink-2">{m.cart_guarantee_text({ minutes: useShell().store.minutes })}</p>
      </div>
      <div className="buybar">
        <div className="min-w-0">
          <p className="fine text-ink-2">{m.cart_total()}</p>
          <p>{figure}</p>
        </div>
        <div className="flex-1">{action}</div>
      </div>
    </aside>
  )
}
