/**
 * A member whom a case stops moves nothing by any call. Every call that asks for a PIN or is counted as one that moves money is tried,
 * or stands here with the reason why it moves nothing: a new one fails until somebody has thought about it.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../src/db/database.ts'
import { moveOrder } from '../src/orders/core/move-order.ts'
import type { OrderState } from '../src/orders/core/order-rules.ts'
import { askForRefunds } from '../src/payments/process-refund.ts'
import { settings } from '../src/settings.ts'
import { payPayouts } from '../src/vault/payouts/pay-payouts.ts'
import { hearRoutes } from './support/all-routes.ts'
import { acceptLater, open, quotedBy, requested, tellCompany } from './support/business.ts'
import { casesOf, clearHit, readIn, screenAll, stopMember } from './support/cases.ts'
import { wish } from './support/company.ts'
import { draftFor } from './support/drafts.ts'
import { openPurchase, outsideQuote } from './support/gold-purchases.ts'
import {
  caseOf,
  consigned,
  consignedOther,
  desk,
  quoted as goldQuoted,
  handedOver,
  signature,
} from './support/goldback.ts'
import { someNik } from './support/kyc.ts'
import { limitAt } from './support/limits.ts'
import type { TestMember } from './support/members.ts'
import { fakeAcquirer, moveThrough, paidOrder, stateOf, untilProcessed } from './support/money-back.ts'
import { fakePayouts, type Withdrawer, withBank, withdrawal, withdrawer } from './support/payouts.ts'
import { dailyPlan } from './support/plans.ts'
import { freshTick } from './support/prices.ts'
import { ask, call, pickupPoint, someSku } from './support/purchase.ts'
import { staffSignedIn } from './support/staff.ts'
import { addressOf, send, sentByLink, shown } from './support/transfers.ts'
import { auditVault, fillVault, giveGold, heldBy, PIN, quote, takeCash, vaultMember } from './support/vault.ts'
import { openVaultShop } from './support/vault-shop.ts'

const routes = hearRoutes()
const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})

type Body = Record<string, unknown>
/** What a call is asked with, made while the member may still move. */
type Attempt = (member: Withdrawer) => Promise<Body>
const skuOf = () => someSku(shop)
const pickup = async () => ({ mode: 'pickup', pickup_point_id: await pickupPoint(shop) })
const guarantee = async (member: TestMember) =>
  ask<{ guarantee_id: string }>(shop, member, '/product/confirm_order', {
    ...{ sku_id: await skuOf(), quantity: 1, delivery: await pickup() },
  })
const order = async (member: TestMember) =>
  ask<{ order_id: string }>(shop, member, '/product/submit_order', await guaranteeOnly(member))
const guaranteeOnly = async (member: TestMember) => ({ guarantee_id: (await guarantee(member)).guarantee_id })
const quoteOf = (side: 'purchase' | 'cashingIn') => async (member: TestMember) => ({
  ...{ quote_id: (await quote(shop, member, side, 'weight', '0.1')).quote_id, pin: PIN },
})

/** The desk’s quote for grams of theirs. */
async function firmQuote(member: TestMember): Promise<string> {
  await giveGold(shop, member, 100n * GRAM)
  const { request_id } = await requested(shop, member, { ...wish, side: 'sell', weight: '100' })
  await quotedBy(shop, await staffSignedIn(shop, 'desk'), request_id)
  return request_id
}

const moves: Record<string, Attempt> = {
  '/trade/purchase_quote': async () => ({ by: 'weight', value: '0.1' }),
  '/trade/cashingIn_quote': async () => ({ by: 'weight', value: '0.1' }),
  '/trade/purchase': quoteOf('purchase'),
  '/trade/cashingIn': quoteOf('cashingIn'),
  '/trade/place_limit': async () => ({
    ...{ side: 'sell', by: 'weight', value: '0.1', limit: String(limitAt(shop, 'sell', 100n)), days: 1, pin: PIN },
  }),
  '/trade/begin_plan': async () => dailyPlan(),
  '/trade/deposit': async () => ({ amount: '50000' }),
  '/trade/withdraw': async ({ destination }) => ({ amount: '50000', destination_id: destination, pin: PIN }),
  '/trade/purchase_outside': async (member) => ({
    ...{ quote_id: (await outsideQuote(shop, member, 'weight', '0.1')).quote_id, pin: PIN, method: 'card' },
  }),
  '/trade/purchase_pay': async (member) => ({
    ...{ purchase_id: (await openPurchase(shop, member, '100000')).purchase_id, method: 'va', bank: 'bca' },
  }),
  async '/trade/transfer'(member) {
    const to = addressOf(await vaultMember(shop))
    return { to, weight: '0.1', note: '', card: 'none', pin: PIN, shown: (await shown(shop, member, to)).shown }
  },
  async '/trade/transfer_claim'(member) {
    const sender = await vaultMember(shop, { gold: GRAM })
    await shop.karat.db.run(sql`update kyc.levels set level = 0 where member_id = ${member.id}`)
    const { data } = await send(shop, sender, { to: addressOf(member), weight: '0.1' })
    await shop.karat.db.run(sql`update kyc.levels set level = 3 where member_id = ${member.id}`)
    return { transfer_id: data.transfer_id }
  },
  '/trade/transfer_claim_link': async () => ({
    token: (await sentByLink(shop, await vaultMember(shop, { gold: GRAM }), '0.1')).token,
  }),
  '/agents/apply': async () => ({
    ...{ words: 'At my mother’s shop in Solo', terms_version: settings.agents.termsVersion },
    ...{ signature: await signature(), pin: PIN },
  }),
  async '/trade/business_request'(member) {
    await tellCompany(shop, member)
    return wish
  },
  '/trade/business_open': async (member) => ({ request_id: await firmQuote(member) }),
  async '/trade/business_accept'(member) {
    const request_id = await firmQuote(member)
    const { price } = (await open(shop, member, request_id)).data
    return { request_id, quote_id: price?.quote_id, signature: await signature(), pin: PIN }
  },
  async '/trade/business_pay'(member) {
    await shop.karat.db.run(sql`update kyc.levels set level = 3 where member_id = ${member.id}`)
    await fillVault(shop, 200n * GRAM)
    await takeCash(shop, member, -300_000_000n)
    const { request_id } = await requested(shop, member, { ...wish, weight: '100' })
    await quotedBy(shop, await staffSignedIn(shop, 'desk'), request_id)
    const { price } = (await open(shop, member, request_id)).data
    const { error } = await acceptLater(shop, member, request_id, price?.quote_id)
    if (error) throw new Error(error)
    return { request_id, pin: PIN }
  },
  async '/trade/goldBack'(member) {
    const serials = await handedOver(shop, member)
    const { quote_id } = await goldQuoted(shop, member, serials)
    return { quote_id, pickup_point_id: await pickupPoint(shop), signature: await signature(), pin: PIN }
  },
  async '/trade/goldBack_answer'(member) {
    const made = await consigned(shop, member, await handedOver(shop, member))
    const at = desk(shop, await staffSignedIn(shop, 'desk'), made)
    await at.receive(made.pieces_in_it.map(({ serial }) => serial))
    await at.inspect({ weighed: '9.5', assayed: 9999 })
    await at.show()
    await at.decide('offer')
    return { case_id: made.case_id, accept: true, pin: PIN }
  },
  async '/trade/goldBack_consentMelting'(member) {
    const made = await consignedOther(shop, member, [{}])
    const at = desk(shop, await staffSignedIn(shop, 'desk'), made)
    await at.receive(made.pieces_in_it.map(({ serial }) => serial))
    await at.inspect({ weighed: '9.5', assayed: 9999 })
    await at.askMelting()
    const [asked] = (await caseOf(shop, member, made)).meltings
    return { case_id: made.case_id, melting_id: asked?.melting_id, signature: await signature(), pin: PIN }
  },
  '/product/confirm_order': async () => ({ sku_id: await skuOf(), quantity: 1, delivery: await pickup() }),
  async '/product/confirm_cart_order'(member) {
    await ask(shop, member, '/product/add_cart', { sku_id: await skuOf(), quantity: 1 })
    return { delivery: await pickup() }
  },
  '/product/confirm_draft': async ({ id }) => ({ draft_id: await draftFor(shop, id, await skuOf()) }),
  '/product/submit_order': guaranteeOnly,
  '/product/pay_order': async (member) => ({ order_id: (await order(member)).order_id, method: 'card' }),
  async '/order/cancel_order'(member) {
    const { order_id } = (await paidOrder(shop, member, await skuOf())).order
    const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', { order_id })
    return { order_id, quote_id }
  },
}

/** What else asks for a PIN or is counted with what moves, and why it is let through. */
const movesNothing: Record<string, string> = {
  '/trade/transfer_recipient': 'shows who is meant',
  '/trade/transfer_recall': 'what was set aside is the member’s own again',
  '/trade/purchase_cancel': 'a price that was held binds the house no more',
  '/trade/withdraw_cancel': 'what was set aside is the member’s own again',
  '/trade/change_plan': 'names what is bought later, which waits (vault/plans/plans.test.ts)',
  '/trade/business_company': 'tells who a company is',
  '/trade/business_withdraw': 'ends what binds nobody',
  '/agents/withdraw': 'ends what binds nobody',
  '/agents/prepare': 'binds nobody; what is bought of it is refused by its own call',
  '/agents/withdraw_prepared': 'ends what binds nobody',
  '/agents/open_prepared': 'moves nothing',
  '/agents/decline_prepared': 'ends what binds nobody',
  '/agents/show_name': 'shows a name',
  '/agents/slip_way': 'names where slips go, of which none is made meanwhile',
  '/agents/end': 'ends what is earned',
  '/trade/payable_claim': 'names where owed money goes, which waits (payables.test.ts)',
  '/trade/goldBack_takeMoney': 'names what a case is paid in, which waits (goldback.test.ts)',
  '/product/order_refund': 'asks staff; money that goes back waits (below)',
  '/order/withdraw_refund': 'takes that back',
  '/order/review_choose': 'refused by the move of the order, as cancelling is',
  '/order/price_choice': 'what the house owes; money that goes back waits (below)',
  '/trade/price_choice': 'refused by its own rule (orders/price-windows/trades.test.ts)',
  '/order/invoice': 'a paper',
  '/user/bindBankCard': 'an account that is bound is paid nothing',
  '/user/bindAlipay': 'an account that is bound is paid nothing',
}

test('every call that moves, or asks for a PIN in the vault or the shop, is tried or has its reason', () => {
  const known = [...Object.keys(moves), ...Object.keys(movesNothing)]
  const found = routes
    .filter(
      ({ method, access, rate, url }) =>
        method === 'POST' &&
        access === 'member' &&
        (rate === 'money' || (rate === 'pin' && !/\/user\/|\/kyc\/|\/rights\//.test(url))),
    )
    .map(({ url }) => url.replace('/api/store:code', ''))
  expect(found.length).toBeGreaterThan(14)
  expect(found.filter((url) => !known.includes(url))).toEqual([])
})

test.each(Object.keys(moves))('%s is refused to a stopped member, and done when the hit is cleared', async (path) => {
  const member = await withdrawer(shop, 5_000_000n)
  await fund(member)
  const body = await (moves[path] as Attempt)(member)
  const hit = await stopMember(shop, member)
  const before = await heldBy(shop, member)
  const refused = await call(shop, member, path, body, { 'idempotency-key': randomUUID() })
  expect([refused.http, refused.code, refused.error, Object.keys(refused.data as object)]).toEqual([
    ...[409, 409, 'not_possible_now'],
    ['request_id'],
  ])
  expect(refused.message).not.toMatch(/list|screen|case|sanction|stop/i)
  expect(await heldBy(shop, member)).toEqual(before)
  await clearHit(shop, hit)
  const done = await call(shop, member, path, body, { 'idempotency-key': randomUUID() })
  expect([done.http, done.error]).toEqual([200, null])
})

/** Grams that are the member's, sent by somebody else. */
async function fund(member: TestMember) {
  const sender = await vaultMember(shop, { gold: GRAM })
  const sent = await send(shop, sender, { to: addressOf(member), weight: '1' })
  if (sent.http !== 200) throw new Error(`${sent.error}`)
}

test('a transfer to a stopped recipient waits as one that does not fit: its sender is told nothing', async () => {
  const [sender, recipient] = [await vaultMember(shop, { gold: GRAM }), await vaultMember(shop)]
  const hit = await stopMember(shop, recipient)
  const sent = await send(shop, sender, { to: addressOf(recipient), weight: '1' })
  expect([sent.http, sent.data]).toMatchObject([200, { state: 'waiting' }])
  const claim = () => call(shop, recipient, '/trade/transfer_claim', { transfer_id: sent.data.transfer_id })
  expect((await claim()).error).toBe('not_possible_now')
  await stopMember(shop, sender)
  await clearHit(shop, hit)
  expect((await claim()).error).toBe('not_possible_now')
  expect((await heldBy(shop, recipient)).gold).toBe(0n)
})

test('goods of a stopped buyer stay in the house', async () => {
  const member = await vaultMember(shop)
  const [shipped, atCounter] = [
    await paidOrder(shop, member, await skuOf()),
    await paidOrder(shop, member, await skuOf()),
  ]
  await moveThrough(shop, shipped.order.order_id, 'preparing')
  await moveThrough(shop, atCounter.order.order_id, 'preparing', 'ready_for_pickup')
  const hit = await stopMember(shop, member)
  await expect(moveFrom(shipped.order.order_id, 'preparing', 'shipped')).rejects.toMatchObject({
    constraint: 'member_may_move',
  })
  await expect(moveFrom(atCounter.order.order_id, 'ready_for_pickup', 'completed')).rejects.toMatchObject({
    constraint: 'member_may_move',
  })
  await clearHit(shop, hit)
  await moveFrom(shipped.order.order_id, 'preparing', 'shipped')
  expect(await stateOf(shop, shipped.order.order_id)).toBe('shipped')
})

const moveFrom = (orderId: string, from: OrderState, to: OrderState) =>
  shop.karat.db.transaction((tx) => moveOrder(tx, { orderId, from, to, actor: 'staff:test', reason: 'test' }))

test('money that goes back to a stopped buyer waits, and goes when the hit is cleared', async () => {
  const acquirer = fakeAcquirer(shop)
  const member = await vaultMember(shop)
  const { order_id } = (await paidOrder(shop, member, await skuOf())).order
  const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', { order_id })
  await ask(shop, member, '/order/cancel_order', { order_id, quote_id })
  const hit = await stopMember(shop, member)
  await askForRefunds(shop.karat)
  const [refund] = await shop.karat.db.rows<{ id: string }>(
    sql`select id from payments.refunds where subject_id = ${order_id}`,
  )
  const isAsked = () => acquirer.asked.some(({ reference }) => reference === refund?.id)
  expect(isAsked()).toBe(false)
  await clearHit(shop, hit)
  await askForRefunds(shop.karat)
  expect(isAsked()).toBe(true)
})

test('a withdrawal that was asked for before waits while its member is stopped', async () => {
  const provider = fakePayouts(shop)
  const member = await withdrawer(shop, 1_000_000n)
  const { payout_id, number } = await withdrawal(shop, member, 100_000n)
  const hit = await stopMember(shop, member)
  const round = async () => {
    await shop.karat.db.run(sql`update vault.payouts set next_try_at = now() where id = ${payout_id}`)
    await payPayouts(shop.karat)
    return provider.asked.filter(({ description }) => description.includes(number)).length
  }
  expect(await round()).toBe(0)
  await clearHit(shop, hit)
  expect(await round()).toBe(1)
})

/** A list that names the member; nobody has been compared with it. */
const listed = (member: TestMember, nik: string) =>
  readIn(shop, `N${member.id}`, [{ reference: '1', name: 'Somebody Else', numbers: `nik ${nik}` }])

test('a withdrawal of whom a list names is not paid either before they are compared with it', async () => {
  const provider = fakePayouts(shop)
  const [member, nik] = [await vaultMember(shop, { cash: 1_000_000n }), someNik()]
  const destination = await withBank(shop, member, { number: nik })
  const [begun, waiting] = [
    await withdrawal(shop, { ...member, destination }, 100_000n),
    await withdrawal(shop, { ...member, destination }, 200_000n),
  ]
  const round = async (...ids: string[]) => {
    await shop.karat.db.run(
      sql`update vault.payouts set next_try_at = now() where id = any(${ids}::uuid[]) and tries = 0`,
    )
    await shop.karat.db.run(
      sql`update vault.payout_tries set next_ask_at = now() where payout_id = any(${ids}::uuid[])`,
    )
    await payPayouts(shop.karat)
    return [begun, waiting].map(
      ({ number }) => provider.asked.filter(({ description }) => description.includes(number)).length,
    )
  }
  provider.does = 'absent'
  await shop.karat.db.run(sql`update vault.payouts set next_try_at = null where id = ${waiting.payout_id}`)
  expect(await round(begun.payout_id)).toEqual([1, 0])
  provider.does = 'accepted'
  await listed(member, nik)
  expect(await round(begun.payout_id, waiting.payout_id)).toEqual([1, 0])
  const [hit] = await casesOf(shop, member)
  await clearHit(shop, hit as { id: string })
  expect(await round(begun.payout_id, waiting.payout_id)).toEqual([2, 1])
})

test('nor does money go back to them', async () => {
  const acquirer = fakeAcquirer(shop)
  const [member, nik] = [await vaultMember(shop), someNik()]
  await withBank(shop, member, { number: nik })
  const refundOf = async () => {
    const { order_id } = (await paidOrder(shop, member, await skuOf())).order
    const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/order/cancel_quote', { order_id })
    await ask(shop, member, '/order/cancel_order', { order_id, quote_id })
    const row = await shop.karat.db.row<{ id: string }>(
      sql`select id from payments.refunds where subject_id = ${order_id}`,
    )
    return row?.id ?? ''
  }
  const round = async (ids: string[]) => {
    await shop.karat.db.run(sql`update payments.refunds set next_try_at = now() where id = any(${ids}::uuid[])`)
    await askForRefunds(shop.karat)
    return ids.map((id) => acquirer.asked.filter(({ reference }) => reference === id).length)
  }
  const settles = acquirer.answer
  acquirer.answer = () => ({ outcome: 'unknown' })
  const begun = await refundOf()
  expect(await round([begun])).toEqual([1])
  acquirer.answer = settles
  const waiting = await refundOf()
  await listed(member, nik)
  expect(await round([begun, waiting])).toEqual([1, 0])
  await screenAll(shop)
  expect(await round([begun, waiting])).toEqual([1, 0])
  const [hit] = await casesOf(shop, member)
  await clearHit(shop, hit as { id: string })
  expect(await round([begun, waiting])).toEqual([2, 1])
})

test('afterwards the books are in order', async () => {
  await untilProcessed(shop)
  expect(await auditVault(shop)).toEqual([])
})
