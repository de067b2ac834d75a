/** The calls about limit orders. */
import type { Door } from '../../http/door.ts'
import type { Bag } from '../../karat.ts'
import { NoQuery } from '../contract.ts'
import { holderOf, onceWithPin } from '../holder-of.ts'
import { cancelLimit } from './end-limit.ts'
import * as shapes from './limit-contract.ts'
import { listLimits } from './limit-queries.ts'
import { placeLimit } from './place-limit.ts'

const tags = ['trade']
const response = { 200: shapes.LimitOrder }

export function limitApi(door: Door, karat: Bag<'vault'>): void {
  door.get(
    '/trade/limits',
    {
      config: { access: 'member' },
      schema: {
        ...{ tags, summary: 'Limit orders of the member, and what the next one may use' },
        ...{ querystring: NoQuery, response: { 200: shapes.Limits } },
      },
    },
    (request) => listLimits(karat.db, holderOf(request)),
  )
  door.post(
    '/trade/place_limit',
    {
      config: { access: 'member', rate: 'pin' },
      schema: {
        ...{ tags, summary: 'Buy, or sell, once the price is at a limit or better; what it takes is set aside' },
        ...{ body: shapes.LimitOf, response },
      },
    },
    (request) => {
      const { agreement_version: agreement, ...asked } = request.body
      return placeLimit(karat, holderOf(request), { ...asked, agreement }, onceWithPin(request))
    },
  )
  door.post(
    '/trade/cancel_limit',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'End a limit order: what it set aside is free at once',
        body: shapes.LimitNamed,
        response,
      },
    },
    (request) => cancelLimit(karat, holderOf(request), request.body.limit_id, onceWithPin(request)),
  )
}
