/** Companies and their large trades, through the shop's own calls. */
import { randomUUID } from 'node:crypto'
import type { BusinessRequestView, BusinessView } from '../../src/business/contract.ts'
import { company, wish } from './company.ts'
import type { TestMember } from './members.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'

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
