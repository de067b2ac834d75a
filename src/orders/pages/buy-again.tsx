import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { post } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { setCartCount } from '../../ui/session.ts'
import { toastDone, toastError } from '../../ui/toast.tsx'
import type { OrderDetailView } from '../contract.ts'

/** Puts the pieces of an order into the cart once more, those that can be bought now; answers how many of its lines. */
export async function addToCartAgain(lines: OrderDetailView['lines']): Promise<number> {
  let added = 0
  for (const { sku_id, quantity } of lines) {
    const answer = await post<{ count: number }>('/product/add_cart', { sku_id, quantity }, { beside: true }).catch(
      () => null,
    )
    if (answer?.status !== 'success') continue
    added++
    setCartCount(answer.data.count)
  }
  return added
}

export function BuyAgain({ lines }: { lines: OrderDetailView['lines'] }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function add() {
    setBusy(true)
    const added = await addToCartAgain(lines)
    setBusy(false)
    if (added === 0) return toastError(m.orders_again_none())
    toastDone(m.orders_again_done())
    await navigate('/user/cart/list')
  }

  return (
    <Button kind="ghost" busy={busy} onClick={() => void add()}>
      <Icon name="arrow-counter-clockwise" />
      {m.orders_again()}
    </Button>
  )
}
