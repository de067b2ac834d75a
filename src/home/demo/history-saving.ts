/** What members do with grams and money in the demo's history: each by the command behind the vault's own doors. */
import { givePin } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { authRealName } from '../../kyc/auth-real-name.ts'
import { BPS_ONE, minor, moneyText } from '../../money/money.ts'
import type { DeliveryWish } from '../../orders/core/buyer.ts'
import { confirmOrder } from '../../orders/core/confirm-order.ts'
import { payOrder } from '../../orders/core/pay-order.ts'
import { submitOrder } from '../../orders/core/submit-order.ts'
import { addKnownAccount } from '../../payouts/seed-destinations.ts'
import { storeOf } from '../../stores/stores.ts'
import { recallTransfer } from '../../vault/end-transfer.ts'
import { placeLimit } from '../../vault/limits/place-limit.ts'
import { withdrawCash } from '../../vault/payouts/withdraw-cash.ts'
import { addPastPlan } from '../../vault/plans/past-plans.ts'
import { quoteTrade } from '../../vault/quote-trade.ts'
import { sendGold, showRecipient } from '../../vault/send-gold.ts'
import { tradeGold } from '../../vault/trade-gold.ts'
import type { Card } from '../../vault/transfer-rules.ts'
import { agreementToAccept } from '../../vault/vault-agreement.ts'
import { type Customer, type Goods, skuOf } from './history-scene.ts'

type Identity = { number: string; birthDate: string; sex: 'female' | 'male' }

/** Their name is verified by an identity number that fits what they say. */
export async function verified(karat: Karat, who: Customer, { number, birthDate, sex }: Identity) {
  const told = { memberId: who.id, store: storeOf(karat, who.store), name: who.name, idType: 'nik', number } as const
  await authRealName(karat, { ...told, country: undefined, birthDate, sex })
}

const holderOf = ({ id, store, currency }: Customer) => ({ memberId: id, store, currency })

export async function sells(karat: Karat, who: Customer, grams: string) {
  const quote = await quoteTrade(karat, holderOf(who), {
    side: 'sell',
    paidFrom: 'balance',
    by: 'weight',
    value: grams,
  })
  const pin = await givePin(karat, who.id)
  await tradeGold(karat, holderOf(who), { side: 'sell', quoteId: quote.quote_id, pin }, null)
}

/** Grams for so much of their cash balance; the agreement is accepted with the first. */
export async function buysGrams(karat: Karat, who: Customer, amount: string) {
  const wish = { side: 'buy', paidFrom: 'balance', by: 'amount', value: amount } as const
  const { quote_id: quoteId, agreement_version: agreement } = await quoteTrade(karat, holderOf(who), wish)
  const confirmed = {
    side: 'buy',
    quoteId,
    pin: await givePin(karat, who.id),
    agreement: agreement ?? undefined,
  } as const
  await tradeGold(karat, holderOf(who), confirmed, null)
}

/** A plan of some months: one of its days was left out, on another gold cost more than it pays; today it buys. */
export async function savesMonthly(karat: Karat, who: Customer, amount: bigint) {
  const { ask } = karat.prices.of(who.store, who.currency)
  await addPastPlan(karat, holderOf(who), {
    ...{ amount: minor(amount), ceiling: ask + ask / 100n, months: 3 },
    pricesThen: [null, ask + ask / 50n],
  })
}

type Limit = { side: 'buy' | 'sell'; by: 'weight' | 'amount'; value: string; bps: bigint }

/** Bought or sold once the price comes to so many hundredths of a percent from what it is now. */
export async function namesPrice(karat: Karat, who: Customer, { bps, ...wish }: Limit) {
  const { ask, bid } = karat.prices.of(who.store, who.currency)
  const limit = ((wish.side === 'buy' ? ask : bid) * (BPS_ONE + bps)) / BPS_ONE
  const [pin, agreement] = [await givePin(karat, who.id), await agreementToAccept(karat.db, holderOf(who))]
  const asked = { ...wish, days: 30, limit: moneyText(minor(limit), who.currency) }
  await placeLimit(karat, holderOf(who), { ...asked, pin, agreement: agreement ?? undefined }, null)
}

type Account = { provider: string; number: string; amount: bigint }

/** To an account of theirs that the house has known for months; how its number ends says what its bank does. */
export async function withdraws(karat: Karat, who: Customer, { provider, number, amount }: Account) {
  const account = { memberId: who.id, store: who.store, provider, number, holder: who.name }
  const destinationId = await addKnownAccount(karat, account)
  const pin = await givePin(karat, who.id)
  await withdrawCash(karat, holderOf(who), { amount: minor(amount), destinationId, pin }, null)
}

type Gift = { to: string; weight: string; note: string; card: Card }

/** The id of the transfer. */
export async function sends(karat: Karat, who: Customer, gift: Gift): Promise<string> {
  const { shown } = await showRecipient(karat, holderOf(who), gift.to)
  const pin = await givePin(karat, who.id)
  return (await sendGold(karat, holderOf(who), { ...gift, shown, pin }, null)).transfer_id
}

export const recalls = (karat: Karat, who: Customer, id: string) => recallTransfer(karat, holderOf(who), id, null)

/** An order whose fine weight is paid in grams, and the rest out of the cash balance; it waits to be packed. */
export async function redeems(karat: Karat, who: Customer, { to, ...goods }: Goods & { to: DeliveryWish }) {
  const sku = skuOf(karat, who, goods)
  const wish = { sku_id: sku.id, quantity: goods.pieces ?? 1, delivery: to, gold: 'grams' } as const
  const held = await confirmOrder(karat, who, wish)
  const { order_id: orderId } = await submitOrder(karat, who, { guaranteeId: held.id }, null)
  const pin = await givePin(karat, who.id)
  await payOrder(karat, who, { orderId, method: 'balance', bank: null, pin }, null)
}
