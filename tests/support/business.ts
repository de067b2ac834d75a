/** Companies and their large trades, through the shop's own calls. */
import { randomUUID } from 'node:crypto'
import type { BusinessRequestView, BusinessView } from '../../src/business/contract.ts'
import { company, wish } from './company.ts'
import type { TestMember } from './members.ts'
import { picture } from './pictures.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'
import { PIN } from './vault.ts'

export const tellCompany = (shop: Shop, member: TestMember, told: object = company) =>
  call<BusinessView>(shop, member, '/trade/business_company', told)

export const askDesk = (shop: Shop, member: TestMember, wanted: object = wish, key: string = randomUUID()) =>
  call<BusinessRequestView>(shop, member, '/trade/business_request', wanted, { 'idempotency-key': key })

/** A request of somebody whose company is known. */
export async function requested(shop: Shop, member: TestMember, wanted: object = wish): Promise<BusinessRequestView> {
  await tellCompany(shop, member)
  const { data, error } = await askDesk(shop, member, wanted)
  if (error) throw new Error(error)
  return data
}

export const readDesk = (shop: Shop, member: TestMember) => ask<BusinessView>(shop, member, '/trade/business')
export const readTrade = (shop: Shop, member: TestMember, request_id: string) =>
  ask<BusinessRequestView>(shop, member, `/trade/business_request?request_id=${request_id}`)

/** The desk's quote for a request. */
export const quotedBy = (shop: Shop, desk: TestStaff, request_id: string, terms: object = {}) =>
  askStaff(shop, desk, '/business/quote', {
    ...{ request_id, bps: 40, buyer_kind: 'end_consumer', words: '' },
    ...terms,
  })

export const open = (shop: Shop, member: TestMember, request_id: string, key: string = randomUUID()) =>
  call<BusinessRequestView>(shop, member, '/trade/business_open', { request_id }, { 'idempotency-key': key })

export const signature = async (): Promise<string> => (await picture('png')).toString('base64')

type With = { pin?: string; key?: string; agreement?: string }
export const accept = async (
  shop: Shop,
  member: TestMember,
  request_id: string,
  quote_id: string | undefined,
  { pin = PIN, key = randomUUID(), agreement }: With = {},
) =>
  call<BusinessRequestView>(
    shop,
    member,
    '/trade/business_accept',
    { request_id, quote_id, signature: await signature(), pin, ...(agreement && { agreement_version: agreement }) },
    { 'idempotency-key': key },
  )
