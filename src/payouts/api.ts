/** The calls of payout destinations. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { bindDestination } from './bind-destination.ts'
import { makeDefault, removeDestination } from './change-destination.ts'
import * as shapes from './contract.ts'
import { listDestinations } from './destination-queries.ts'

const tags = ['payout']
const member = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const

const ownerOf = (request: FastifyRequest) => ({ memberId: requireMember(request).id, store: request.store.code })

export function payoutsApi(door: Door, karat: Bag<'payouts'>): void {
  door.get(
    '/user/getPayoutAccounts',
    {
      config: member,
      schema: {
        tags,
        summary: 'Where money can be paid out to, and what can be bound',
        querystring: shapes.DestinationQuery,
        response: { 200: shapes.Destinations },
      },
    },
    (request) =>
      listDestinations(karat.db, {
        ...ownerOf(request),
        kind: request.query.kind,
        hasPin: requireMember(request).hasPin,
      }),
  )
  door.post(
    '/user/bindBankCard',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Bind a bank account',
        body: shapes.BindBankCard,
        response: { 200: shapes.Destination },
      },
    },
    (request) => {
      const { bank: provider, is_default: isDefault, ...rest } = request.body
      return bindDestination(karat, { ...ownerOf(request), ...rest, kind: 'bank', provider, isDefault })
    },
  )
  door.post(
    '/user/bindAlipay',
    {
      config: withPin,
      schema: { tags, summary: 'Bind an e-wallet', body: shapes.BindAlipay, response: { 200: shapes.Destination } },
    },
    (request) => {
      const { wallet: provider, is_default: isDefault, ...rest } = request.body
      return bindDestination(karat, { ...ownerOf(request), ...rest, kind: 'wallet', provider, isDefault })
    },
  )
  changeCalls(door, karat)
}

function changeCalls(door: Door, karat: Bag<'payouts'>) {
  door.post(
    '/user/defaultPayoutAccount',
    {
      config: member,
      schema: {
        tags,
        summary: 'Make a payout account the default',
        body: shapes.OneDestination,
        response: { 200: shapes.Destination },
      },
    },
    (request) => makeDefault(karat, { ...ownerOf(request), id: request.body.id }),
  )
  door.post(
    '/user/removePayoutAccount',
    {
      config: withPin,
      schema: {
        tags,
        summary: 'Remove a payout account',
        body: shapes.RemoveDestination,
        response: { 200: shapes.Removed },
      },
    },
    (request) => removeDestination(karat, { ...ownerOf(request), ...request.body }),
  )
}
