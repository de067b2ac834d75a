/** Quantity, buy now, add to cart; on a phone the buy bar takes the place of the tab bar. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { type Minor, minor } from '../../money/money.ts'
import { lineTax } from '../../pricing/price-rules.ts'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoginRequired, requireLogin } from '../../ui/login-guard.ts'
import { sells, wireMoney } from '../../ui/price.ts'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { setCartCount } from '../../ui/session.ts'
import { useShell } from '../../ui/shell-data.ts'
import { toastDone } from '../../ui/toast.tsx'
import { TellMeButton } from '../../ui/wish-button.tsx'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { LISTED_METHOD } from '../sku-price-rules.ts'
import type { Quantity } from './use-quantity.ts'
import type { SkuPrice } from './use-sku-price.ts'

type Props = { product: ProductDetailsView; sku: SkuDetailsView; price: SkuPrice; quantity: Quantity }

export function BuyBox({ product, sku, price, quantity }: Props) {
  const { value: count, max, set } = quantity
  const { busy, buyNow, addToCart } = useBuying(sku, count)
  const total = money({ amount: wireMoney(totalOf(price, count), product.currency), currency: product.currency })
  const { minutes } = useShell().store
  const out = sku.stock.state === 'out_of_stock'
  const why = out ? m.catalogue_buy_out() : sells(price) ? null : m.catalogue_buy_not_live()
  const buy = out ? (
    <TellMeButton skuId={sku.sku_id} name={`${product.name} ${sku.weight_label}`} className="flex-1" />
  ) : (
    <Button
      className="flex-1"
      busy={busy === 'buy'}
      aria-disabled={why !== null}
      aria-describedby={why ? 'why-not' : undefined}
      onClick={why ? undefined : buyNow}
    >
      {m.catalogue_buy_now()}
    </Button>
  )
  return (
    <div className="mt-6">
      <div className="flex gap-3">
        {!out && <QuantityStepper value={count} max={max} onChange={set} />}
        <span className="contents max-md:hidden">{buy}</span>
        {!out && <AddToCart className="flex-1 px-2! md:hidden" busy={busy === 'cart'} onClick={addToCart} />}
      </div>
      {!out && <AddToCart className="mt-3 w-full max-md:hidden" busy={busy === 'cart'} onClick={addToCart} />}
      {count > 1 && !out && (
        <p className="mt-3 flex justify-between gap-4">
          <span className="text-ink-2">{m.catalogue_buy_total({ count })}</span>
          <span className="font-semibold whitespace-nowrap">{total}</span>
        </p>
      )}
      <p id="why-not" className="small mt-3 flex gap-2 text-ink-2">
        <Icon name={why ? 'info' : 'lock-simple'} />
        {why ?? m.catalogue_buy_guaranteed({ minutes: minutes })}
      </p>
      <div className="buybar flex-wrap">
        {why && <p className="fine w-full text-warn">{why}</p>}
        <div>
          <p className="fine text-ink-2">{m.catalogue_buy_total({ count })}</p>
          <p className="fig-m">{total}</p>
        </div>
        {buy}
      </div>
    </div>
  )
}

const AddToCart = (button: { className: string; busy: boolean; onClick: () => void }) => (
  <Button kind="ghost" {...button}>
    {m.catalogue_buy_add()}
  </Button>
)

/** What this many cost together at the listed method, tax included. */
function totalOf({ tiers, piece }: SkuPrice, quantity: number): Minor {
  const tier = tiers.findLast(({ from }) => quantity >= from)
  const unit = tier?.prices.find(({ method }) => method === LISTED_METHOD)?.unit ?? minor(0n)
  const goods = minor(unit * BigInt(quantity))
  return minor(goods + lineTax(goods, piece.taxBps))
}

function useBuying(sku: SkuDetailsView, quantity: number) {
  const [busy, setBusy] = useState<'buy' | 'cart' | null>(null)
  const navigate = useNavigate()
  const checkout = `/mallOrder/create?sku_id=${sku.sku_id}&quantity=${quantity}`
  const alone = (what: 'buy' | 'cart', act: () => Promise<void>) => async () => {
    setBusy(what)
    try {
      await requireLogin(what === 'buy' ? checkout : undefined)
      await act()
    } catch (error) {
      // Both have been said: by the guard's dialog, by the toast.
      if (!(error instanceof LoginRequired || error instanceof ApiError)) throw error
    } finally {
      setBusy(null)
    }
  }
  return {
    busy,
    buyNow: alone('buy', async () => navigate(checkout)),
    addToCart: alone('cart', async () => {
      const { count } = await dataOf(post<{ count: number }>('/product/add_cart', { sku_id: sku.sku_id, quantity }))
      setCartCount(count)
      toastDone(m.catalogue_buy_added())
    }),
  }
}
