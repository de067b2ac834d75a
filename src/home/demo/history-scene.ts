/** What people do in the demo's history: each by the command behind the shop's own doors, and payments at the acquirer's own page. */

import { listPieces } from '../../catalogue/move-pieces.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { listAddresses } from '../../delivery/address-queries.ts'
import type { AddressInput } from '../../delivery/contract.ts'
import { saveAddress } from '../../delivery/save-address.ts'
import type { Member } from '../../identity/door.ts'
import { findDemoMember } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { minor, parseDecimal } from '../../money/money.ts'
import type { Buyer, DeliveryWish } from '../../orders/core/buyer.ts'
import { confirmOrder } from '../../orders/core/confirm-order.ts'
import { getPay, payOrder } from '../../orders/core/pay-order.ts'
import { submitOrder } from '../../orders/core/submit-order.ts'
import type { Guaranteed } from '../../orders/guarantee/guarantee-store.ts'
import { issueInvoice, PiecesMissing } from '../../orders/papers/issue-invoice.ts'
import { findInvoice } from '../../orders/papers/order-paper-queries.ts'
import { settlePieces } from '../../orders/papers/order-papers.ts'
import { handOver, prepareOrder, readyOrder, shipOrder } from '../../orders/parcels/fulfil-order.ts'
import { pickupCodeOf } from '../../orders/parcels/pickup-code.ts'
import { scanPiece } from '../../orders/parcels/scan-piece.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { askProvider } from '../../payments/process-event.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { findDemoStaff } from '../../staff/seed-staff.ts'
import { storeOf } from '../../stores/stores.ts'
import { depositInfo } from '../../vault/deposit-queries.ts'
import { openDeposit } from '../../vault/open-deposit.ts'

/** Somebody whom a visitor has closed, renamed or disabled: their part of the history is left out. */
const missing = () => new Refusal('not_found')

export type Customer = Member & Buyer

export async function customer(karat: Karat, email: string): Promise<Customer> {
  const member = await findDemoMember(karat.db, email)
  if (!member) throw missing()
  return { ...member, memberId: member.id, currency: storeOf(karat, member.store).currency }
}

export async function ofTheHouse(karat: Karat, name: 'diah' | 'hendra' | 'siti' | 'yohanes'): Promise<Staff> {
  const staff = await findDemoStaff(karat.db, `${name}@staff.karat.test`)
  if (!staff) throw missing()
  return staff
}

/** The courier brings it to this address of theirs, which is added to their book where it is not in it. */
export async function atHome(karat: Karat, who: Customer, address: AddressInput): Promise<DeliveryWish> {
  const known = await listAddresses(karat.db, who.id, who.store)
  const same = known.find(({ street, postalCode }) => street === address.street && postalCode === address.postal_code)
  const owner = { memberId: who.id, store: storeOf(karat, who.store) }
  return { mode: 'courier', address_id: (same ?? (await saveAddress(karat, owner, address))).id }
}

export const atCounter = (pickup_point_id: number): DeliveryWish => ({ mode: 'pickup', pickup_point_id })

export type Goods = { product: number; grams?: string; pieces?: number }

/** One of which more than these pieces are there. */
export function skuOf(karat: Karat, who: Customer, { product, grams, pieces = 1 }: Goods) {
  const skus = karat.catalogue.product(who.store, product)?.skus ?? []
  const sku = skus.find(
    (one) => one.stock > pieces && !one.scarce && (!grams || one.fineWeight === parseDecimal(grams, 4)),
  )
  if (!sku) throw new Refusal('out_of_stock')
  return sku
}

/** An order that waits for its money; `seconds` of another time than the shop's own, for one that is to wait long or to expire. */
export async function orders(
  karat: Karat,
  who: Customer,
  { pieces = 1, to, seconds, ...goods }: Goods & { to: DeliveryWish; seconds?: number },
): Promise<string> {
  const sku = skuOf(karat, who, { ...goods, pieces })
  const held = await confirmOrder(karat, who, { sku_id: sku.id, quantity: pieces, delivery: to })
  return (await submitOrder(seconds ? patient(karat, held, seconds) : karat, who, { guaranteeId: held.id }, null))
    .order_id
}

function patient(karat: Karat, held: Guaranteed, seconds: number): Karat {
  const unpaidAfterGuaranteeSeconds = seconds - (held.expiresAt.getTime() - held.now.getTime()) / 1000
  const order = { ...karat.settings.order, unpaidAfterGuaranteeSeconds } as unknown as Karat['settings']['order']
  return { ...karat, settings: { ...karat.settings, order } }
}

/** Test cards of the acquirer that the demonstration takes money with (docs of `/sandbox`). */
const cards = { good: '4242424242424242', afterExpiry: '4000000000000341' }

/** The buyer fills the acquirer's form; a good card pays at once, and the order has its pieces and its invoice afterwards. */
export async function pays(karat: Karat, who: Customer, orderId: string, card: keyof typeof cards = 'good') {
  const opened = await payOrder(karat, who, { orderId, method: 'card', bank: null }, null)
  const { pay_url } = await getPay(karat, who, opened.payment_id)
  await fillsForm(karat, who, { payUrl: pay_url, card })
  if (card !== 'good') return
  for (const payment of await listPayments(karat.db, orderId)) await askProvider(karat, payment)
  await untilInvoiced(karat, orderId)
}

/** So much of the member's money is in their cash balance afterwards. */
export async function deposits(karat: Karat, who: Customer, amount: bigint) {
  const { deposit_id } = await openDeposit(karat, who, { amount: minor(amount), method: 'card', bank: null }, null)
  const { payment } = await depositInfo(karat, who, deposit_id)
  await fillsForm(karat, who, { payUrl: payment.pay_url, card: 'good' })
  for (const one of await listPayments(karat.db, deposit_id)) await askProvider(karat, one)
}

type Form = { payUrl: string | null; card: keyof typeof cards }

async function fillsForm(karat: Karat, who: Customer, { payUrl, card }: Form) {
  if (!payUrl) throw new Error('the acquirer gave no page to pay at')
  const answer = await fetch(new URL(new URL(payUrl).pathname, karat.config.SANDBOX_URL), {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(5000),
    body: new URLSearchParams({ card_number: cards[card], expiry: '12/40', cvc: '123', name: who.name }),
  })
  await answer.body?.cancel()
}

/** The round of papers may be at it already, or hold pieces of the same kind for another order: then it is waited for. */
async function untilInvoiced(karat: Karat, orderId: string) {
  for (let look = 0; look < 100; look++) {
    const issued = await issueInvoice(karat, orderId).catch((error: Error) => {
      if (!(error instanceof PiecesMissing)) throw error
      return false
    })
    if (issued || (await findInvoice(karat.db, orderId))) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the order ${orderId} got no invoice`)
}

export async function buys(karat: Karat, who: Customer, goods: Goods & { to: DeliveryWish }): Promise<string> {
  const orderId = await orders(karat, who, goods)
  await pays(karat, who, orderId)
  return orderId
}

export const prepared = async (karat: Karat, orderId: string) =>
  prepareOrder(karat, await ofTheHouse(karat, 'siti'), { orderId, expected: 'paid' })

async function packed(karat: Karat, orderId: string) {
  await prepared(karat, orderId)
  const siti = await ofTheHouse(karat, 'siti')
  for (const { serial } of await listPieces(karat.db, orderId))
    await scanPiece(karat, siti, { orderId, number: showSerial(serial) })
}

export async function shipped(karat: Karat, orderId: string, parcel: { carrier: string; tracking: string }) {
  await packed(karat, orderId)
  await shipOrder(karat, await ofTheHouse(karat, 'siti'), {
    orderId,
    expected: 'preparing',
    deliveryChanges: 0,
    ...parcel,
  })
}

export async function readied(karat: Karat, orderId: string) {
  await packed(karat, orderId)
  await readyOrder(karat, await ofTheHouse(karat, 'siti'), { orderId, expected: 'preparing' })
}

export async function collected(karat: Karat, orderId: string) {
  await readied(karat, orderId)
  await handOver(karat, await ofTheHouse(karat, 'siti'), {
    ...{ orderId, expected: 'ready_for_pickup' },
    ...{ code: pickupCodeOf(karat, orderId), document: 'identity_card' },
  })
  await settlePieces(karat, orderId)
}
