/** A day is large by what was paid of it, not by what was opened (decision 0082). */
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { untilProcessed } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, notify, someSku, submitted } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { sql } from '../db/database.ts'
import { minor } from '../money/money.ts'
import type { PaymentViewData } from '../orders/contract.ts'
import { countPaid, takeDayLimit } from './take-day-limit.ts'

const { sound, broken } = openShopPair()
const MILLION = 1_000_000n
beforeEach(async () => {
  for (const one of [sound, broken]) await freshTick(one)
})

const isLarge = async ({ karat }: Shop, { id }: TestMember) =>
  (await karat.db.row(sql`select 1 as one from cases.cases where member_id = ${id} and kind = 'large_sum'`)) !==
  undefined
const unpaidOf = ({ karat }: Shop, { id }: TestMember) =>
  karat.db.row(sql`select unpaid, unpaid_deposits from kyc.days where member_id = ${id}`)
const nothing = { unpaid: 0n, unpaid_deposits: 0n }
const deposits = (at: Shop, { id: memberId }: TestMember, amount: bigint, more: { unpaid?: true } = {}) => {
  const reference = `deposit of ${memberId}`
  const taking = {
    memberId,
    store: { code: 'id', timeZone: 'Asia/Jakarta' },
    kind: 'deposit',
    currency: 'IDR',
  } as const
  return at.karat.db.transaction((tx) => takeDayLimit(tx, { ...taking, amount: minor(amount), reference, ...more }))
}

/** Two orders of some Rp 23 million, of who put 460 million into their balance today: together with both the day is large. */
async function twoUnpaid(where: Shop) {
  const member = await signedIn(where, 'Ratna Wulandari', 'id', 3)
  await deposits(where, member, 460n * MILLION)
  const sku = await someSku(where)
  const orders = [await submitted(where, member, sku, 1), await submitted(where, member, sku, 1)]
  const opened = await Promise.all(
    orders.map(({ order_id }) =>
      ask<PaymentViewData>(where, member, '/product/pay_order', { order_id, method: 'card' }),
    ),
  )
  const capture = async (at: number) => {
    await notify(where, { reference: opened[at]?.payment_id ?? '', amount: orders[at]?.total ?? '0' })
    await untilProcessed(where)
  }
  return { member, orders, capture }
}

test('a day is large by what was paid of it, and not by what was opened', async () => {
  const { member, orders, capture } = await twoUnpaid(sound)
  expect(orders.reduce((sum, { total }) => sum + BigInt(total), 460n * MILLION) >= 500n * MILLION).toBe(true)
  expect(await isLarge(sound, member)).toBe(false)
  await capture(0)
  expect(await isLarge(sound, member)).toBe(false)
  await capture(1)
  expect(await isLarge(sound, member)).toBe(true)
})

test('nor by what was opened and came to nothing, whatever is paid after it', async () => {
  const { member, orders, capture } = await twoUnpaid(sound)
  await ask(sound, member, '/order/cancel_order', { order_id: orders[0]?.order_id })
  await capture(1)
  expect(await isLarge(sound, member)).toBe(false)
  expect(await unpaidOf(sound, member)).toEqual(nothing)
})

test('a deposit that nobody pays makes no day large either', async () => {
  const member = await signedIn(sound, 'Ratna Wulandari', 'id', 3)
  await deposits(sound, member, 500n * MILLION, { unpaid: true })
  expect(await isLarge(sound, member)).toBe(false)
  for (let times = 0; times < 2; times++)
    await sound.karat.db.transaction((tx) => countPaid(tx, `deposit of ${member.id}`, 'id'))
  expect([await isLarge(sound, member), await unpaidOf(sound, member)]).toEqual([true, nothing])
})

/** Both are captured while somebody holds the day, so that both have begun before one of them has it. */
async function bothAtOnce(at: Shop, plant?: (text: string) => string): Promise<boolean> {
  const { member, capture } = await twoUnpaid(at)
  at.intercept.current = plant
  const { both } = await at.karat.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from kyc.days where member_id = ${member.id} for update`)
    const begun = Promise.all([capture(0), capture(1)])
    await overOrHeld(at, begun, 2)
    return { both: begun }
  })
  await both
  at.intercept.current = undefined
  return isLarge(at, member)
}

test('of two that are paid at once the second sees the first', async () => {
  expect(await bothAtOnce(sound)).toBe(true)
})

test('control: a sum of what stood there before the two sees neither', async () => {
  const stale = `(select s.used - s.unpaid from kyc.days s where s.member_id = kyc.days.member_id and s.day = kyc.days.day)`
  let planted = 0
  const plant = (text: string) => {
    if (!text.includes('paid_day as')) return text
    planted++
    return text.replace(/kyc\.days\.used - kyc\.days\.unpaid[^\n]*\+ kyc\.days\.sold as sum/, `${stale} as sum`)
  }
  expect([await bothAtOnce(broken, plant), planted > 1]).toEqual([false, true])
})
