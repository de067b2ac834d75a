/** The cart's calls: add_cart, cartList, cartNum, delCart. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { addToCart, type CartOwner } from './add-to-cart.ts'
import { listCart } from './cart-queries.ts'
import { removeFromCart, setCartQuantity } from './change-cart.ts'
import { AddToCart, CartCount, CartList, RemoveFromCart, SetCartQuantity } from './contract.ts'

const ownerOf = (request: FastifyRequest): CartOwner => ({
  memberId: requireMember(request).id,
  store: request.store.code,
  currency: request.store.currency,
})

export function cartApi(door: Door, karat: Bag<'cart'>): void {
  const config = { access: 'member' } as const
  const tags = ['cart']

  door.post(
    '/product/add_cart',
    { config, schema: { tags, summary: 'Add pieces of a sku', body: AddToCart, response: { 200: CartCount } } },
    (request) => addToCart(karat, ownerOf(request), { skuId: request.body.sku_id, quantity: request.body.quantity }),
  )
  door.get(
    '/product/cartList',
    { config, schema: { tags, summary: 'The cart at the price of this moment', response: { 200: CartList } } },
    (request) => listCart(karat, { ...ownerOf(request), language: request.language }),
  )
  door.post(
    '/product/cartNum',
    {
      config,
      schema: {
        tags,
        summary: 'Set how many pieces a line asks for',
        body: SetCartQuantity,
        response: { 200: CartCount },
      },
    },
    (request) =>
      setCartQuantity(karat, ownerOf(request), { skuId: request.body.sku_id, quantity: request.body.quantity }),
  )
  door.post(
    '/product/delCart',
    { config, schema: { tags, summary: 'Remove lines', body: RemoveFromCart, response: { 200: CartCount } } },
    (request) => removeFromCart(karat, ownerOf(request), request.body.sku_ids),
  )
}
