/** Steps of money that comes and goes: deposits, orders, what the acquirer captures, tells, gives back and has taken from it. */

import { randomUUID } from 'node:crypto'
import type { GuaranteeView, PaymentViewData, SubmittedView } from '../../src/orders/contract.ts'
import type { CancelQuoteView } from '../../src/orders/refunds/refund-contract.ts'
import { expireOrders } from '../../src/orders/worker.ts'
import { askForRefunds } from '../../src/payments/process-refund.ts'
import { askAboutPayments, processWaitingEvents } from '../../src/payments/worker.ts'
import type { TradeQuoteView } from '../../src/vault/contract.ts'
import type { DepositInfoView } from '../../src/vault/deposit-contract.ts'
import { expireDeposits } from '../../src/vault/open-deposit.ts'
import { expirePurchases } from '../../src/vault/purchases/end-purchase.ts'
import type { PurchaseInfoView } from '../../src/vault/purchases/purchase-contract.ts'
import { knock, notifyBody, pickupPoint } from '../support/purchase.ts'
import { PIN } from '../support/vault.ts'
import { screenRound } from './case-steps.ts'
import type { Step } from './steps.ts'
import { personOf, pick, tradeRefusals, units } from './trade-steps.ts'
import {
  again,
  inMoney,
  type KnownPayment,
  type Moves,
  moneyOf,
  post,
  tryPost,
  untilSettled,
  Violation,
  type World,
} from './world.ts'
import { settleWindows } from './wrong-price-steps.ts'

const amounts = [50_000n, 1_000_000n, 5_000_000n, 8_000_000n]

export async function openDeposit(world: World, { who, a }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const amount = inMoney(world, amounts[a % amounts.length] as bigint)
  const opened = await tryPost<DepositInfoView>(world, owner, '/trade/deposit', {
    body: { amount: moneyOf(world, amount) },
    refused: ['deposits_full', 'verification_required'],
  })
  if (opened) await remember(world, { kind: 'deposit', subject: opened.deposit_id, owner, amount })
  return []
}

export async function openOrder(world: World, { who, a }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const refused = [
    'price_unavailable',
    'out_of_stock',
    'buying_closed',
    'too_many_unpaid',
    'verification_required',
    'guarantee_expired',
    'exposure_limit',
  ]
  const delivery = { mode: 'pickup', pickup_point_id: await again(world, () => pickupPoint(world.shop, world.store)) }
  const guarantee = await tryPost<GuaranteeView>(world, owner, '/product/confirm_order', {
    body: { sku_id: world.sku, quantity: 1 + (a % 2), delivery },
    refused,
  })
  if (!guarantee) return []
  if (!world.live) throw new Violation('G1: a guarantee without a live price')
  const { guarantee_id } = guarantee
  const order = await tryPost<SubmittedView>(world, owner, '/product/submit_order', { body: { guarantee_id }, refused })
  if (!order) return []
  if (order.total !== guarantee.total) throw new Violation(`G2: guaranteed ${guarantee.total}, ordered ${order.total}`)
  const paid = await tryPost<PaymentViewData>(world, owner, '/product/pay_order', {
    body: { order_id: order.order_id, method: 'card' },
    // Their day takes no more from outside.
    refused: [...refused, 'method_unavailable'],
  })
  if (!paid) return []
  await remember(world, { kind: 'order', subject: order.order_id, owner, amount: units(order.total) })
  return []
}

type Opened = Pick<KnownPayment, 'kind' | 'subject' | 'owner' | 'amount'> & { grams?: bigint; price?: bigint }
export async function remember(world: World, opened: Opened): Promise<void> {
  const { rows } = await world.owner.query(
    `select id from payments.payments where subject_id = $1 and method <> 'balance' order by created_at limit 1`,
    [opened.subject],
  )
  const known = { captured: undefined, plain: true, settled: false, over: false, disputed: undefined, events: [] }
  const { grams = 0n, price = 0n } = opened
  const priced = { side: 'buy', price, wrong: world.wrong } as const
  const payment = rows[0]?.id ?? ''
  world.payments.push({
    ...opened,
    ...known,
    ...priced,
    grams,
    numbered: false,
    isChoosing: false,
    payment,
    asked: [],
    isReturning: false,
  })
}

const purchaseRefusals = [...tradeRefusals, 'method_unavailable']

/** Grams for money that comes from outside: quoted, and confirmed with the PIN. A purchase that was open before is over. */
export async function openPurchase(world: World, { who, a }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const value = moneyOf(world, inMoney(world, amounts[a % 3] as bigint))
  const quote = await tryPost<TradeQuoteView>(world, owner, '/trade/purchase_quote', {
    ...{ body: { by: 'amount', value, paid_from: 'outside' }, refused: purchaseRefusals },
  })
  if (!quote) return []
  const { quote_id } = quote
  const opened = await tryPost<PurchaseInfoView>(world, owner, '/trade/purchase_outside', {
    ...{ body: { quote_id, method: 'card', pin: PIN }, refused: purchaseRefusals },
  })
  if (!opened) return []
  if (opened.amount !== quote.amount || units(opened.weight) < units(quote.weight))
    throw new Violation(`G3: quoted ${quote.weight} for ${quote.amount}, bought ${opened.weight} for ${opened.amount}`)
  for (const older of world.payments) if (older.kind === 'purchase' && older.owner === owner) older.over = true
  await remember(world, { kind: 'purchase', subject: opened.purchase_id, owner, ...figuresOf(opened) })
  return []
}

const figuresOf = ({ amount, price }: PurchaseInfoView) => ({ amount: units(amount), price: units(price) })

/**
 * Grams of purchases whose money has come: each is the member's once, for exactly what it costs. That its money bought nothing (there was no
 * gold left, or it was late) is the shop's to say; where it did, is judged by the books.
 */
async function bought(world: World): Promise<Moves> {
  const waiting = world.payments.filter(({ kind, settled }) => kind === 'purchase' && !settled)
  if (waiting.length === 0) return []
  const { rows } = await world.owner.query<{ id: string; trade: string; grams: string }>(
    `select p.id, t.id as trade, p.weight_e4 as grams from vault.purchases p left join vault.trades t on t.purchase_id = p.id
      where p.state = 'paid' and p.id = any($1)`,
    [waiting.map(({ subject }) => subject)],
  )
  return rows.map(({ id, trade, grams }) => {
    const purchase = waiting.find(({ subject }) => subject === id) as KnownPayment
    if (purchase.captured !== purchase.amount && purchase.plain)
      throw new Violation(`G7: ${purchase.captured} bought what costs ${purchase.amount}`)
    if (purchase.over) throw new Violation('G2: a purchase that was over was made')
    purchase.settled = true
    world.reached.add('bought from outside')
    const { owner, side, price, wrong, amount } = purchase
    const priced = { side, price, wrong, cash: -amount, gold: BigInt(grams) }
    world.trades.push({ id: trade, owner, ...priced, state: 'stands', isOverdue: false })
    return { who: owner, cash: [0n], gold: BigInt(grams) }
  })
}

/** In how many ways the money of a payment comes. */
const captures = ['all', 'all', 'all', 'all', 'part', 'more', 'second charge', 'silently'] as const

/** The acquirer captures something of a payment, and tells, tells twice, or does not tell. */
export async function capture(world: World, { a, b }: Step): Promise<Moves> {
  const payment = pick(world.payments, a)
  if (!payment?.payment || payment.disputed) return []
  const how = captures[b % captures.length] as (typeof captures)[number]
  const amount = how === 'part' ? payment.amount / 3n : how === 'more' ? payment.amount + 7n : payment.amount
  const name = how === 'second charge' ? `ch2_${payment.payment}` : `ch_${payment.payment}`
  const before = world.acquirer.charges.get(name)
  // What is captured is corrected upwards or downwards by its provider, never taken as not captured.
  const isFirst = payment.captured === undefined && payment.plain && how !== 'second charge'
  world.acquirer.captures(payment.payment, amount, { name })
  if (how === 'second charge' || (before?.state === 'captured' && before.amountMinor !== amount)) payment.plain = false
  if (!isFirst && payment.captured !== amount) payment.plain = false
  if (how !== 'second charge') payment.captured = amount
  if (how === 'silently') return []
  return told(world, payment, { charge: name, amount, times: 1 + (a % 2) })
}

type Telling = { charge: string; amount: bigint; times: number; id?: string }

/** The acquirer tells of a charge, so many times with one id; what becomes of its money. */
async function told(world: World, payment: KnownPayment, { charge, amount, times, id }: Telling): Promise<Moves> {
  const event = id ?? `evt_${randomUUID()}`
  payment.events.push(event)
  const notice = { id: event, reference: payment.payment, charge, amount: `${amount}`, currency: world.currency }
  for (let time = 0; time < times; time++) await told200(world, () => knock(world.shop, notice))
  await untilSettled(world)
  return [...credited(payment), ...(await bought(world))]
}

/** A provider tells again until it hears that it was heard. */
export const told200 = (world: World, tell: () => Promise<{ statusCode: number }>) =>
  again(world, async () => {
    const { statusCode } = await tell()
    if (statusCode !== 200) throw new Violation(`the webhook answers ${statusCode}`)
  })

/**
 * What a deposit brings its member: its amount once, where nothing odd has happened to it; else at most once. What is corrected downwards of
 * a purchase is taken from their cash.
 */
function credited(payment: KnownPayment): Moves {
  const { kind, owner, amount, plain, captured, over, settled } = payment
  if (kind === 'order') return []
  if (!plain || over) return [{ who: owner, cash: 'any', gold: 0n }]
  if (kind === 'purchase') return []
  if (settled || captured !== amount) return [{ who: owner, cash: [0n], gold: 0n }]
  payment.settled = true
  return [{ who: owner, cash: [amount], gold: 0n }]
}

/** An old notice comes once more, after whatever has happened since. */
export async function repeatNotice(world: World, { a, b }: Step): Promise<Moves> {
  const payment = pick(world.payments, a)
  const id = payment && pick(payment.events, b)
  if (!payment || !id) return []
  const { captured, payment: reference } = payment
  return told(world, payment, { id, charge: `ch_${reference}`, amount: captured ?? payment.amount, times: 2 })
}

/** A notice of money that the acquirer does not have: somebody has its signing key, or it is early. It books nothing. */
export async function earlyNotice(world: World, { a }: Step): Promise<Moves> {
  const payment = pick(world.payments, a)
  if (!payment?.payment || payment.captured !== undefined) return []
  const notice = { reference: payment.payment, amount: `${payment.amount}`, currency: world.currency }
  await told200(world, () => knock(world.shop, notice))
  await untilSettled(world)
  return []
}

/** A member cancels an order: unpaid for nothing, paid for its settlement at the price now. */
export async function cancelOrder(world: World, { a }: Step): Promise<Moves> {
  const orders = world.payments.filter(({ kind }) => kind === 'order')
  const order = pick(orders, a)
  if (!order) return []
  const { owner, subject: order_id } = order
  const quote = await post<CancelQuoteView>(world, owner, '/order/cancel_quote', { order_id })
  const quoted = quote.http === 200 ? { quote_id: quote.data.quote_id } : {}
  const { http } = await post(world, owner, '/order/cancel_order', { order_id, ...quoted })
  if (http === 200) {
    order.over = true
    owner.free = true
  }
  const back = http === 200 && order.numbered ? order.grams : 0n
  if (http === 200) order.numbered = false
  return [{ who: owner, cash: 'any', gold: back, isBack: true }]
}

/** The rounds of every worker, as they come by when time has passed; refunds are answered as the acquirer feels. */
export async function rounds(world: World, { a }: Step): Promise<Moves> {
  world.acquirer.refunding = (['settled', 'settled', 'failed', 'silent'] as const)[a % 4] ?? 'settled'
  await world.owner.query(`update payments.refunds set next_try_at = now() where state = 'pending'`)
  await world.owner.query(`update payments.events set next_try_at = now() where processed_at is null`)
  await world.owner.query(
    `update payments.payments set checked_at = now() - interval '1 hour' where state in ('pending', 'unknown')`,
  )
  for (const round of [
    processWaitingEvents,
    askAboutPayments,
    askForRefunds,
    expireOrders,
    expireDeposits,
    expirePurchases,
  ])
    await again(world, () => Promise.resolve(round(world.shop.karat)))
  await screenRound(world)
  return [...mayHaveMoved(world), ...(await bought(world)), ...(await settleWindows(world))]
}

/** Rounds find what was captured silently: each deposit brings its amount at most once. */
function mayHaveMoved(world: World): Moves {
  const moves: Moves = []
  for (const payment of world.payments) {
    // What a balance had paid of an order that was cancelled comes back to it.
    if (payment.payment === '' && payment.isReturning) moves.push({ who: payment.owner, cash: 'any', gold: 0n })
    else if (payment.payment === '' && payment.over)
      moves.push({ who: payment.owner, cash: [0n, payment.amount], gold: 0n })
    if (payment.kind !== 'deposit' || payment.captured === undefined || payment.settled) continue
    moves.push({ who: payment.owner, cash: 'any', gold: 0n })
    payment.plain = false
  }
  return moves
}

/** Hours pass: quotes, guarantees, deposits and unpaid orders are over. */
export async function hoursPass(world: World, { a }: Step): Promise<Moves> {
  await world.owner.query(`
    set session_replication_role = replica;
    update vault.quotes set expires_at = expires_at - interval '3 hours' where used_at is null;
    update orders.quotes set expires_at = expires_at - interval '3 hours' where used_at is null;
    update vault.deposits set expires_at = expires_at - interval '3 hours' where state = 'open';
    update orders.orders set expires_at = expires_at - interval '3 hours' where state = 'pending_payment';
    update vault.purchases set expires_at = expires_at - interval '3 hours' where state = 'open';
    set session_replication_role = origin;`)
  for (const quote of world.quotes) if (quote.state === 'open') quote.state = 'over'
  for (const payment of world.payments) if (!payment.settled) payment.over = true
  return rounds(world, { a: a - (a % 4) } as Step)
}

/** A bank takes the money of a payment back, decides, or changes its mind. */
export async function dispute(world: World, { a, b }: Step): Promise<Moves> {
  const payment = pick(world.payments, a)
  if (payment?.captured === undefined) return []
  const next = payment.disputed === undefined ? 'open' : b % 3 === 0 ? 'won' : 'lost'
  const { providerReference: id } = world.acquirer.disputesCharge(payment.payment, next, payment.captured)
  payment.disputed = next
  const data = {
    ...{ id, charge_id: `ch_${payment.payment}`, reference: payment.payment, state: next, currency: world.currency },
    ...{ amount_minor: `${payment.captured}`, reason: 'fraudulent', respond_by: null },
  }
  await told200(world, () => notifyBody(world.shop, { id: `evt_${randomUUID()}`, type: `dispute.${next}`, data }))
  await untilSettled(world)
  payment.plain = false
  return [{ who: payment.owner, cash: 'any', gold: 0n }]
}
