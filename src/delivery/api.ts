/** The address calls: getDefaultAddress, getAddressList, self_pickup, saveAddress, getAddressDetail, delAddress, getRegions. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { daysBetween } from '../stores/day-rules.ts'
import {
  addressView,
  findAddress,
  findDefaultAddress,
  listAddresses,
  listPickupPoints,
  listRegions,
} from './address-queries.ts'
import {
  Address,
  AddressList,
  DeliveryCheck,
  DeliveryTerms,
  OneAddress,
  PickupPoints,
  Regions,
  RegionsOf,
  RemovedAddress,
  SaveAddress,
} from './contract.ts'
import { deliveryTerms } from './delivery-queries.ts'
import { dayOf } from './delivery-rules.ts'
import { removeAddress } from './remove-address.ts'
import { type AddressOwner, saveAddress } from './save-address.ts'

const ownerOf = (request: FastifyRequest): AddressOwner => ({
  memberId: requireMember(request).id,
  store: request.store,
})
const tags = ['address']
const member = { access: 'member' } as const
const open = { access: 'public' } as const

export function deliveryApi(door: Door, karat: Bag<'delivery'>): void {
  publicCalls(door, karat)
  door.get(
    '/address/getDefaultAddress',
    {
      config: member,
      schema: { tags, summary: 'The default address of this store, or null', response: { 200: Address.nullable() } },
    },
    async (request) => {
      const address = await findDefaultAddress(karat.db, requireMember(request).id, request.store.code)
      return address ? addressView(address) : null
    },
  )
  door.get(
    '/address/getAddressList',
    { config: member, schema: { tags, summary: 'The address book of this store', response: { 200: AddressList } } },
    async (request) => {
      const addresses = await listAddresses(karat.db, requireMember(request).id, request.store.code)
      return { addresses: addresses.map(addressView), max: karat.settings.addresses.max }
    },
  )
  door.post(
    '/address/saveAddress',
    {
      config: member,
      schema: { tags, summary: 'Add or change an address', body: SaveAddress, response: { 200: Address } },
    },
    (request) => saveAddress(karat, ownerOf(request), request.body),
  )
  door.post(
    '/address/getAddressDetail',
    { config: member, schema: { tags, summary: 'One address', body: OneAddress, response: { 200: Address } } },
    async (request) => {
      const address = await findAddress(karat.db, requireMember(request).id, request.body.id)
      if (address?.store !== request.store.code) throw new Refusal('not_found')
      return addressView(address)
    },
  )
  door.post(
    '/address/delAddress',
    {
      config: member,
      schema: { tags, summary: 'Remove an address', body: OneAddress, response: { 200: RemovedAddress } },
    },
    (request) => removeAddress(karat, ownerOf(request), request.body.id),
  )
}

function publicCalls(door: Door, karat: Bag<'delivery'>) {
  door.get(
    '/address/self_pickup',
    {
      config: open,
      schema: { tags, summary: 'Where pieces can be collected, and when', response: { 200: PickupPoints } },
    },
    async ({ store }) => {
      const points = await listPickupPoints(karat.db, store.code)
      const { timeZone } = store
      const days = { from: dayOf(karat.now(), timeZone), to: dayOf(karat.now() + 92 * 86_400_000, timeZone) }
      return {
        pickup_points: points.map(({ closed_days, ...point }) => ({
          ...{
            ...point,
            time_zone: timeZone,
            closed_days: daysBetween({ ...closed_days, ...store.settings.holidays }, days),
          },
        })),
      }
    },
  )
  door.get(
    '/address/getRegions',
    {
      config: open,
      schema: {
        tags,
        summary: 'Regions below one, for cascading choices',
        querystring: RegionsOf,
        response: { 200: Regions },
      },
    },
    async ({ store, query }, reply) => {
      const regions = await listRegions(karat.db, store.country, query.parent ?? null)
      reply.header('cache-control', 'public, max-age=86400')
      return { levels: store.regionLevels, regions }
    },
  )
  door.get(
    '/address/getDeliveryCheck',
    {
      config: open,
      schema: {
        tags,
        summary: 'What the insured courier costs to a province, and when it would arrive if paid now',
        querystring: DeliveryCheck,
        response: { 200: DeliveryTerms },
      },
    },
    ({ store, currency, query }) => deliveryTerms(karat, { store, currency, ...query }),
  )
}
