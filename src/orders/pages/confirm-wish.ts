/** What a visit of /mallOrder/create wants to buy, and the call that holds its price. */
import { ApiError, post } from '../../ui/api-client.ts'
import { learnServerTime, momentOf } from '../../ui/clock.ts'
import type { DeliveryData, GuaranteeView } from '../contract.ts'

/** `gold`: the member's own grams pay the fine weight of bars and coins. */
export type Wish = (
  | { kind: 'buy_now'; sku_id: number; quantity: number }
  | { kind: 'cart'; sku_ids?: number[] }
  | { kind: 'draft'; draft_id: string }
) & { gold?: 'grams' }
export type DeliveryWish = { mode: 'courier'; address_id: string } | { mode: 'pickup'; pickup_point_id: number }

/** A "no" that has its own state on the page. */
export type Refused = { error: string; message: string; data: Record<string, unknown> }
export type Confirmed = { kind: 'held'; guarantee: GuaranteeView } | { kind: 'refused'; refused: Refused }

const count = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/** Reads `?draft=` of what the shop put together, `?sku_id=&quantity=` or `?cart=1[&sku_ids=1,2]`, with `&gold=grams`; null when the address names nothing. */
export function readWish(search: URLSearchParams): Wish | null {
  const draft_id = search.get('draft')
  if (draft_id) return { kind: 'draft', draft_id }
  const goods = readGoods(search)
  return goods && search.get('gold') === 'grams' ? { ...goods, gold: 'grams' } : goods
}

function readGoods(search: URLSearchParams): Wish | null {
  if (search.get('cart') === '1') {
    const named = search.get('sku_ids')
    if (!named) return { kind: 'cart' }
    const sku_ids = named.split(',').map(count)
    return sku_ids.includes(null) ? null : { kind: 'cart', sku_ids: sku_ids as number[] }
  }
  const sku_id = count(search.get('sku_id'))
  const quantity = count(search.get('quantity') ?? '1')
  return sku_id && quantity ? { kind: 'buy_now', sku_id, quantity } : null
}

export const wishOf = (delivery: DeliveryData | null): DeliveryWish | undefined => {
  if (!delivery) return undefined
  return delivery.mode === 'courier'
    ? { mode: 'courier', address_id: delivery.address_id }
    : { mode: 'pickup', pickup_point_id: delivery.pickup_point_id }
}

/** Holds the price of this moment. */
export function confirm(wish: Wish, delivery?: DeliveryWish): Promise<Confirmed> {
  const { kind, ...goods } = wish
  const way = kind === 'draft' ? {} : ({ method: 'card' } as const)
  return hold(kind, { ...goods, ...way, ...(delivery && { delivery }) })
}

/** Changes where an open guarantee goes; its price and its end stay. */
export const confirmDelivery = ({ origin, guarantee_id }: GuaranteeView, delivery: DeliveryWish) =>
  hold(origin, { guarantee_id, delivery })

const paths: Record<Wish['kind'], string> = {
  buy_now: '/product/confirm_order',
  cart: '/product/confirm_cart_order',
  draft: '/product/confirm_draft',
}

async function hold(kind: Wish['kind'], body: unknown): Promise<Confirmed> {
  try {
    const answer = await post<GuaranteeView>(paths[kind], body)
    if (answer.status !== 'success') return { kind: 'refused', refused: answer }
    learnServerTime(momentOf(answer.data.server_time))
    return { kind: 'held', guarantee: answer.data }
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.error === 'unauthenticated') throw failure
    return { kind: 'refused', refused: { error: failure.error, message: failure.message, data: failure.data } }
  }
}
