/** /user/cart/list: what is chosen, what moved since, what cannot be bought now, and what a guarantee will hold. */
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { CartLineView } from '../contract.ts'
import type { Route } from './+types/cart-page'
import { CartRow } from './cart-row.tsx'
import { CartTotal } from './cart-total.tsx'
import { loadCart, useCart } from './use-cart.ts'

export { PageTrouble as ErrorBoundary } from '../../ui/page-trouble.tsx'

export const clientLoader = () => loadCart()

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const { cart, wanted, setQuantity, settle, remove } = useCart(loaderData)
  const navigate = useNavigate()
  const { left, choose } = useChoice()
  const [leaving, setLeaving] = useState(false)

  const ready = cart.lines.filter((line) => line.available === 'yes')
  const apart = cart.lines.filter((line) => line.available !== 'yes')
  const chosen = ready.filter((line) => !left.has(line.sku_id))

  async function order() {
    setLeaving(true)
    await settle()
    const all = chosen.length === cart.lines.length
    const which = all ? '' : `&sku_ids=${chosen.map((line) => line.sku_id).join(',')}`
    await navigate(`/mallOrder/create?cart=1${which}`)
    setLeaving(false)
  }

  const rowFor = (line: CartLineView) => (
    <CartRow
      key={line.sku_id}
      line={line}
      currency={cart.currency}
      wanted={wanted.get(line.sku_id)}
      chosen={line.available === 'yes' ? !left.has(line.sku_id) : undefined}
      onChoose={(yes) => choose([line.sku_id], yes)}
      onQuantity={(quantity) => setQuantity(line.sku_id, quantity)}
      onRemove={() => void remove(line)}
    />
  )

  if (cart.lines.length === 0) return <EmptyCart />
  return (
    <>
      <PageTitle>{m.cart_title()}</PageTitle>
      <h1 className="h1">{m.cart_title()}</h1>
      <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,1fr)_340px] xl:items-start xl:gap-12">
        <div className="min-w-0">
          {ready.length > 1 && (
            <Checkbox
              label={m.cart_choose_all()}
              checked={chosen.length === ready.length}
              onChange={(event) =>
                choose(
                  ready.map((line) => line.sku_id),
                  event.target.checked,
                )
              }
            />
          )}
          {ready.length > 0 && <ul className="border-t border-line">{ready.map(rowFor)}</ul>}
          {apart.length > 0 && <Apart>{apart.map(rowFor)}</Apart>}
        </div>
        <CartTotal
          cart={cart}
          chosen={chosen}
          unsettled={wanted.size > 0}
          leaving={leaving}
          onOrder={() => void order()}
        />
      </div>
    </>
  )
}

const Apart = ({ children }: { children: ReactNode }) => (
  <section className="mt-10">
    <h2 className="h3">{m.cart_apart()}</h2>
    <p className="small mt-1 mb-3 text-ink-2">{m.cart_apart_text()}</p>
    <ul className="border-t border-line">{children}</ul>
  </section>
)

const EmptyCart = () => (
  <>
    <PageTitle>{m.cart_title()}</PageTitle>
    <h1 className="h1 mb-8">{m.cart_title()}</h1>
    <EmptyState text={m.cart_empty_text()} action={<ButtonLink to="/product/product">{m.cart_to_shop()}</ButtonLink>} />
  </>
)

/** Everything is chosen until it is left out. */
function useChoice() {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  function choose(skuIds: number[], yes: boolean) {
    setLeft((now) => {
      const next = new Set(now)
      for (const id of skuIds) yes ? next.delete(id) : next.add(id)
      return next
    })
  }
  return { left, choose }
}
