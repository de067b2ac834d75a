/** Companies and their large trades, through the shop's own calls. */
import { randomUUID } from 'node:crypto'
import type { BusinessRequestView, BusinessView } from '../../src/business/contract.ts'
import { company, wish } from './company.ts'
import type { TestMember } from './members.ts'
import { asOwner } from './owner.ts'
import { picture } from './pictures.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'
import { askStaff, type TestStaff } from './staff.ts'
import { PIN, vaultMember } from './vault.ts'

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

/** The same, to be paid later: the deposit is set aside. */
export const acceptLater = async (shop: Shop, member: TestMember, request_id: string, quote_id: string | undefined) =>
  call<BusinessRequestView>(
    shop,
    member,
    '/trade/business_accept',
    { request_id, quote_id, signature: await signature(), pin: PIN, with_deposit: true },
    { 'idempotency-key': randomUUID() },
  )

export const payRest = (shop: Shop, member: TestMember, request_id: string, key: string = randomUUID()) =>
  call<BusinessRequestView>(shop, member, '/trade/business_pay', { request_id, pin: PIN }, { 'idempotency-key': key })

/** 250 g that somebody with money has agreed on with a deposit. */
export async function agreedLater(shop: Shop, desk: TestStaff, terms: object = {}) {
  const member = await vaultMember(shop, { cash: 2_000_000_000n })
  const { request_id: id } = await requested(shop, member)
  await quotedBy(shop, desk, id, terms)
  const { price } = (await open(shop, member, id)).data
  const answer = await acceptLater(shop, member, id, price?.quote_id)
  return { member, id, price, answer }
}

/** The desk ends it, unpaid. */
export const endsDeal = (shop: Shop, desk: TestStaff, path: 'close_out' | 'give_back', request_id: string) =>
  askStaff(shop, desk, `/business/${path}`, { request_id, reason: 'Not paid by its day' })

/** The time to pay is over, or comes after so long: what was agreed on never changes, so only who owns the schema can turn its clock. */
export const paidUntil = (shop: Shop, request_id: string, from = "- interval '1 second'") =>
  asOwner(shop.connectionString, [
    'alter table business.agreements disable trigger guard_agreement',
    `update business.agreements set pay_by = now() ${from} where request_id = '${request_id}'`,
    'alter table business.agreements enable trigger guard_agreement',
  ])

/** Nobody has decided for so long that its hold is over. */
export const undecided = (shop: Shop, request_id: string) =>
  asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '20 days', expires_at = now() - interval '1 day' where subject = '${request_id}'`,
    'alter table ledger.holds enable always trigger guarded',
  ])
