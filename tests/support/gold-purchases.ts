/** The steps of a purchase that is paid from outside, through the shop's own calls; `takesCharges` opens its charges. */
import { sql } from '../../src/db/database.ts'
import type { TradeQuoteView } from '../../src/vault/contract.ts'
import { expirePurchases } from '../../src/vault/purchases/end-purchase.ts'
import type { PurchaseInfoView } from '../../src/vault/purchases/purchase-contract.ts'
import type { TestMember } from './members.ts'
import { untilProcessed } from './money-back.ts'
import { asOwner } from './owner.ts'
import { ask, call, notify } from './purchase.ts'
import type { Shop } from './shop.ts'
import { PIN } from './vault.ts'

type By = 'weight' | 'amount'
export const outsideQuote = (shop: Shop, member: TestMember, by: By, value: string) =>
  ask<TradeQuoteView>(shop, member, '/trade/purchase_quote', { by, value, paid_from: 'outside' })

type Wish = { quote_id: string; method?: string; bank?: string; pin?: string; key?: string }
export function tryPurchase(shop: Shop, member: TestMember, wish: Wish) {
  const { quote_id, method = 'card', bank, pin = PIN, key } = wish
  const body = { quote_id, method, pin, ...(bank && { bank }) }
  return call<PurchaseInfoView>(shop, member, '/trade/purchase_outside', body, key ? { 'idempotency-key': key } : {})
}

export type OpenPurchase = PurchaseInfoView & { payment: { payment_id: string; amount: string } }
export async function withPayment({ karat }: Shop, info: PurchaseInfoView): Promise<OpenPurchase> {
  const row = await karat.db.row<{ id: string }>(sql`
    select id from payments.payments where subject_id = ${info.purchase_id} order by replaced_at is not null, created_at desc limit 1`)
  return { ...info, payment: { ...info.payment, payment_id: row?.id ?? '', amount: info.amount } }
}

type How = { by?: By; method?: string; bank?: string }
/** A purchase that waits for its money. */
export async function openPurchase(
  shop: Shop,
  member: TestMember,
  value: string,
  { by = 'amount', ...how }: How = {},
): Promise<OpenPurchase> {
  const { quote_id } = await outsideQuote(shop, member, by, value)
  const answer = await tryPurchase(shop, member, { quote_id, ...how })
  if (answer.http !== 200) throw new Error(`the purchase was not opened: ${answer.error}`)
  return withPayment(shop, answer.data)
}

export const purchaseOf = (shop: Shop, member: TestMember, { purchase_id }: Pick<PurchaseInfoView, 'purchase_id'>) =>
  ask<PurchaseInfoView>(shop, member, '/trade/purchase_info', { purchase_id })

/** Its provider captures so much of it, and tells; all that was asked for unless told otherwise. */
export async function payPurchase(shop: Shop, of: OpenPurchase, amount = minorOf(of), charge?: string): Promise<void> {
  const { currency, payment } = of
  await notify(shop, { reference: payment.payment_id, amount: `${amount}`, currency, ...(charge ? { charge } : {}) })
  await untilProcessed(shop)
}
const minorOf = ({ amount }: Pick<PurchaseInfoView, 'amount'>) => BigInt(amount.replace('.', ''))

export async function paidPurchase(
  shop: Shop,
  member: TestMember,
  value: string,
  how: How = {},
): Promise<OpenPurchase> {
  const opened = await openPurchase(shop, member, value, how)
  await payPurchase(shop, opened)
  return opened
}

/** Its time is up: what a purchase says never changes, so only who owns the schema can turn its clock. */
export const passTime = (shop: Shop, { purchase_id }: Pick<PurchaseInfoView, 'purchase_id'>) =>
  asOwner(shop.connectionString, [
    'alter table vault.purchases disable trigger guard_purchase',
    `update vault.purchases set expires_at = now() where id = '${purchase_id}'`,
    'alter table vault.purchases enable trigger guard_purchase',
  ])
export async function expirePurchase(shop: Shop, of: Pick<PurchaseInfoView, 'purchase_id'>): Promise<void> {
  await passTime(shop, of)
  await expirePurchases(shop.karat)
}
