/** The cart on an open page: quantities change at once, money only when the server has said it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf, get, post } from '../../ui/api-client.ts'
import { setCartCount } from '../../ui/session.ts'
import { toastDone } from '../../ui/toast.tsx'
import type { CartLineView, CartListView } from '../contract.ts'

/** Clicks within this time become one call. */
const GATHER_MS = 350
const FOLLOW_MS = 15_000

export const loadCart = () => dataOf(get<CartListView>('/product/cartList'))

type Count = { count: number }

export function useCart(first: CartListView) {
  const [cart, setCart] = useState(first)
  /** Quantities that the server has not answered yet, by sku. */
  const [wanted, setWanted] = useState<ReadonlyMap<number, number>>(new Map())
  const unsent = useRef(new Map<number, number>())
  const sending = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const show = useCallback((fresh: CartListView) => {
    setCart(fresh)
    setCartCount(fresh.count)
    setWanted(new Map())
  }, [])

  useEffect(() => setCartCount(first.count), [first])

  useFollowing(() => sending.current === null && unsent.current.size === 0, show)

  /** Sends what was gathered, one call after another, and shows the cart once nothing new was clicked meanwhile. */
  async function send() {
    let fresh: CartListView | null = null
    while (unsent.current.size > 0 || fresh === null) {
      try {
        for (let next = takeOne(unsent.current); next; next = takeOne(unsent.current))
          await dataOf(post<Count>('/product/cartNum', { sku_id: next[0], quantity: next[1] }))
        fresh = await loadCart()
      } catch {
        // The refusal was said in a toast; the cart is shown as it was.
        unsent.current.clear()
        return setWanted(new Map())
      }
    }
    show(fresh)
  }

  function flush(): Promise<void> {
    sending.current ??= send().finally(() => {
      sending.current = null
    })
    return sending.current
  }

  function setQuantity(skuId: number, quantity: number) {
    unsent.current.set(skuId, quantity)
    setWanted((now) => new Map(now).set(skuId, quantity))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), GATHER_MS)
  }

  /** Sends at once what still waits, so that what follows sees the cart as it is on screen. */
  async function settle() {
    clearTimeout(timer.current)
    if (unsent.current.size > 0 || sending.current) await flush()
  }

  async function remove({ sku_id, name }: CartLineView) {
    try {
      await dataOf(post<Count>('/product/delCart', { sku_ids: [sku_id] }))
      unsent.current.delete(sku_id)
      show(await loadCart())
      toastDone(m.cart_removed({ name }))
    } catch {
      // The refusal was said in a toast; the line stays.
    }
  }

  return { cart, wanted, setQuantity, settle, remove }
}

/** Prices move while the page is open: the cart is read again now and then, unless something is being changed. */
function useFollowing(idle: () => boolean, show: (cart: CartListView) => void) {
  const latest = useRef(idle)
  latest.current = idle
  useEffect(() => {
    const follow = setInterval(async () => {
      if (document.visibilityState !== 'visible' || !latest.current()) return
      const answer = await get<CartListView>('/product/cartList', {}, { quiet: true }).catch(() => null)
      if (answer?.status === 'success' && latest.current()) show(answer.data)
    }, FOLLOW_MS)
    return () => clearInterval(follow)
  }, [show])
}

function takeOne(waiting: Map<number, number>): [number, number] | undefined {
  const first = waiting.entries().next().value
  if (first) waiting.delete(first[0])
  return first
}
