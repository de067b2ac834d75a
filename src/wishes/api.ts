/** The wishlist's calls, and those of "tell me when it is back". */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { addWish, askForNotice, removeNotices, removeWishes, type WishOwner } from './change-wishes.ts'
import { OneSku, SomeSkus, WishedSkus, WishList } from './contract.ts'
import { listWishedSkus, listWishes } from './wish-queries.ts'

const ownerOf = (request: FastifyRequest): WishOwner => ({
  memberId: requireMember(request).id,
  store: request.store,
  currency: request.currency,
})

export function wishesApi(door: Door, karat: Bag<'wishes'>): void {
  const config = { access: 'member' } as const
  const tags = ['wishes']
  const response = { 200: WishedSkus }

  door.get(
    '/product/wishList',
    {
      config,
      schema: {
        tags,
        summary: 'The wishlist and the requests to be told, at the price of this moment',
        response: { 200: WishList },
      },
    },
    (request) => listWishes(karat, { ...ownerOf(request), language: request.language }),
  )
  door.get(
    '/product/wishSkus',
    { config, schema: { tags, summary: 'Which skus are wished for, and which the member waits for', response } },
    (request) => listWishedSkus(karat, ownerOf(request)),
  )
  door.post(
    '/product/add_wish',
    { config, schema: { tags, summary: 'Put a sku on the wishlist', body: OneSku, response } },
    (request) => addWish(karat, ownerOf(request), request.body.sku_id),
  )
  door.post(
    '/product/delWish',
    { config, schema: { tags, summary: 'Take skus off the wishlist', body: SomeSkus, response } },
    (request) => removeWishes(karat, ownerOf(request), request.body.sku_ids),
  )
  door.post(
    '/product/add_notice',
    { config, schema: { tags, summary: 'Ask to be told once when a sold-out sku is back', body: OneSku, response } },
    (request) => askForNotice(karat, ownerOf(request), request.body.sku_id),
  )
  door.post(
    '/product/delNotice',
    { config, schema: { tags, summary: 'Withdraw requests to be told', body: SomeSkus, response } },
    (request) => removeNotices(karat, ownerOf(request), request.body.sku_ids),
  )
}
