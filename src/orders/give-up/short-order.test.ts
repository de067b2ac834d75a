/** Ending an order whose money is not all there returns what is, sets off the rest, and leaves the books clean. */
import { expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  paidLongAgo,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { ask, call, notify, payable, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { retryRefund } from '../../payments/return-money.ts'
import { executeRefund, grantRefund } from '../refunds/decide-refund.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'
import { returnUnchosen } from '../review/choose-review.ts'
import { giveUpByStaff } from './give-up-order.ts'

const { sound, broken } = openShopPair()

const bought = async (shop: Shop) => {
  const member = await signedIn(shop)
  const { order, payment } = await paidOrder(shop, member, await someSku(shop))
  return { member, order, payment, orderId: order.order_id, total: BigInt(order.total) }
}
type Bought = Awaited<ReturnType<typeof bought>>
async function captured(shop: Shop, { payment }: Pick<Bought, 'payment'>, amount: bigint) {
  await notify(shop, { reference: payment.payment_id, amount: `${amount}` })
  await untilProcessed(shop)
}
async function giveUp({ karat }: Shop, orderId: string): Promise<string> {
  const most = 10n ** 17n
  const refund = { ...karat.settings.refund, twoPeopleFrom: { IDR: most, MYR: most, USD: most } as never }
  const house = { ...karat, settings: { ...karat.settings, refund } }
  const wish = { orderId, expected: 'paid', cause: 'error', reason: 'The money is not all there' } as const
  return giveUpByStaff(house, await staff({ karat } as Shop, 'orders.give_up'), wish, null).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'defect',
  )
}
const live = async (shop: Shop, orderId: string) =>
  (await refundsOf(shop, orderId)).filter(({ state }) => state !== 'failed').map(({ amount }) => amount)
const owed = async ({ karat }: Shop, { payment }: Pick<Bought, 'payment'>) =>
  (
    await karat.db.row<{ owed: bigint }>(sql`
      select (short_minor - covered_minor)::bigint as owed from payments.payments where id = ${payment.payment_id}`)
  )?.owed
const clean = async () => {
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
}
const lastLetter = async ({ karat }: Shop, number: string) =>
  karat.db.row<{ template: string }>(sql`
    select template from mail.messages where subject like ${`%${number}%`} order by created_at desc, id desc limit 1`)

test('a short order that is given up returns what was captured, and nobody owes the rest', async () => {
  const one = await bought(sound)
  await captured(sound, one, one.total / 2n)
  expect(await giveUp(sound, one.orderId)).toBe('done')
  expect(await live(sound, one.orderId)).toEqual([one.total / 2n])
  expect(await owed(sound, one)).toBe(0n)
  await clean()
  await captured(sound, one, one.total)
  expect(await live(sound, one.orderId)).toEqual([one.total / 2n, one.total - one.total / 2n])
  await clean()
})

test('one whose money a bank took returns nothing, and is no loss: its pieces are in the house', async () => {
  const one = await bought(sound)
  await disputed(sound, one, 'open')
  expect(await giveUp(sound, one.orderId)).toBe('payment_disputed')
  await disputed(sound, one, 'lost')
  expect(await giveUp(sound, one.orderId)).toBe('done')
  expect([await live(sound, one.orderId), await stateOf(sound, one.orderId)]).toEqual([[], 'cancelled'])
  expect((await lastLetter(sound, one.order.number))?.template).toBe('order_given_up')
  const loss = await sound.karat.db.row(sql`
    select coalesce(sum(e.amount), 0)::text as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.kind = 'chargeback_loss'`)
  expect(loss).toEqual({ sum: '0' })
  await clean()
})

test('its member cannot cancel it, by a quote of before neither, and no request for all of it is executed', async () => {
  const one = await bought(sound)
  const { quote_id } = await quoted(sound, one.member, one.orderId)
  await captured(sound, one, 1n)
  const path = '/order/cancel_order'
  expect((await call(sound, one.member, path, { order_id: one.orderId, quote_id })).error).toBe('payment_short')
  expect((await call(sound, one.member, '/order/cancel_quote', { order_id: one.orderId })).error).toBe('payment_short')
  await paidLongAgo(sound, one.orderId)
  const asked = { order_id: one.orderId, reason: 'changed_mind', note: '', pictures: [] }
  const { request_id: requestId } = await ask<RefundRequestView>(sound, one.member, '/product/order_refund', asked)
  await grantRefund(sound.karat, await staff(sound, 'refunds.grant'), { requestId, answer: '', reason: 'As asked' })
  const most = 10n ** 17n
  const refund = { ...sound.karat.settings.refund, twoPeopleFrom: { IDR: most, MYR: most, USD: most } as never }
  const house = { ...sound.karat, settings: { ...sound.karat.settings, refund } }
  const execute = executeRefund(house, await staff(sound, 'refunds.execute'), { requestId, reason: 'As granted' })
  await expect(execute).rejects.toMatchObject({ code: 'payment_short' })
  expect(await refundsOf(sound, one.orderId)).toEqual([])
  await clean()
})

test('money in review that a bank took is not returned a second time, and does not stand in the way of others', async () => {
  const member = await signedIn(sound)
  const { order, payment } = await payable(sound, member, await someSku(sound))
  const one = { member, order, payment, orderId: order.order_id, total: BigInt(order.total) }
  await captured(sound, one, one.total - 1n)
  expect(await stateOf(sound, one.orderId)).toBe('payment_review')
  await disputed(sound, one, 'open', { amount: one.total - 1n })
  expect((await call(sound, member, '/order/review_quote', { order_id: one.orderId })).error).toBe('payment_disputed')
  await disputed(sound, one, 'lost', { amount: one.total - 1n })
  await sound.karat.db.run(sql`update orders.orders set review_until = now() where id = ${one.orderId}`)
  expect(await returnUnchosen(sound.karat)).toBe(1)
  expect([await stateOf(sound, one.orderId), await refundsOf(sound, one.orderId)]).toEqual(['cancelled', []])
  await clean()
})

test('a refund that its provider refused is tried again for what is there by then', async () => {
  const acquirer = fakeAcquirer(sound)
  const one = await bought(sound)
  const settles = acquirer.answer
  acquirer.answer = ({ reference, amountMinor }) => ({
    outcome: 'known',
    refund: { reference, amountMinor, providerReference: null, state: 'failed', failure: 'issuer_refused' },
  })
  expect(await giveUp(sound, one.orderId)).toBe('done')
  await refundsDone(sound)
  await captured(sound, one, one.total - 7n)
  acquirer.answer = settles
  const [refused] = await refundsOf(sound, one.orderId)
  await retryRefund(sound.karat.db, { refundId: refused?.id ?? '', actor: 'staff:budi' })
  expect(await live(sound, one.orderId)).toEqual([one.total - 7n])
  await clean()
})

/** Given up, and corrected before anybody asked the provider for the refund. */
async function correctedAfter(shop: Shop) {
  const one = await bought(shop)
  expect(await giveUp(shop, one.orderId)).toBe('done')
  await captured(shop, one, one.total / 4n)
  return { one, live: await live(shop, one.orderId) }
}

test('a correction after the give-up takes the waiting refund down to what is there', async () => {
  const { one, live: refunds } = await correctedAfter(sound)
  expect(refunds).toEqual([one.total / 4n])
  await clean()
})

test('control: where the waiting refund stays, more is to go back than there is, and that is seen', async () => {
  broken.intercept.current = (text) =>
    text.replace("and (tries = 0 or way = 'balance') returning *", 'and false returning *')
  const { one, live: refunds } = await correctedAfter(broken)
  expect(refunds).toEqual([one.total])
})

async function besideCorrection(shop: Shop) {
  const one = await bought(shop)
  const [given] = await Promise.all([giveUp(shop, one.orderId), captured(shop, one, one.total / 3n)])
  return { one, given, live: await live(shop, one.orderId) }
}

test('a correction beside the give-up: whoever comes first, no more goes back than is there', async () => {
  for (let round = 0; round < 6; round++) {
    const { one, given, live: refunds } = await besideCorrection(sound)
    expect(given).toBe('done')
    expect(refunds).toEqual([one.total / 3n])
    expect(await owed(sound, one)).toBe(0n)
  }
  await clean()
})

test('control: a refund by what was captured once is refused by the database, and the order stays', async () => {
  const one = await bought(broken)
  await captured(broken, one, one.total / 3n)
  broken.intercept.current = (text) =>
    text.replace(
      'select * from payments.payments where id = $1 for update',
      'select *, captured_minor + short_minor as captured_minor from payments.payments where id = $1 for update',
    )
  expect(await giveUp(broken, one.orderId)).toBe('refund_exceeds_captured')
  expect(await stateOf(broken, one.orderId)).toBe('paid')
})
