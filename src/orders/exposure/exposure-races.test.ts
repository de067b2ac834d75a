/** An order that is carried out while its quote ends stays counted, whichever of the two comes first. */
import { beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, notify, payable, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { ReviewQuoteView } from '../refunds/refund-contract.ts'
import { readExposure, sweepExposure } from './commitments.ts'

const sound = openShop({ EXPOSURE_LIMITS: '1' })
const broken = openShop({ EXPOSURE_LIMITS: '1' })
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
  }
})

/** An order in review with a quote to carry it out; `carryOut` takes that. */
async function inReview(shop: Shop) {
  const member = await signedIn(shop)
  const { order, payment } = await payable(shop, member, await someSku(shop))
  await notify(shop, { reference: payment.payment_id, amount: `${BigInt(payment.amount) + 7n}` })
  await untilProcessed(shop)
  const order_id = order.order_id
  const { quote_id } = await ask<ReviewQuoteView>(shop, member, '/order/review_quote', { order_id })
  return {
    order_id,
    carryOut: () => ask(shop, member, '/order/review_choose', { order_id, choice: 'honour', quote_id }),
  }
}

/** For rounds the quote is over by then; the claim came a moment before. */
const pastItsEnd = (text: string) => text.replaceAll('q.expires_at > now()', `q.expires_at > now() + interval '1 hour'`)

async function sweptWhileCarriedOut(shop: Shop, change: (text: string) => string = (text) => text) {
  const before = await exposureOf(shop)
  const { order_id, carryOut } = await inReview(shop)
  let swept = 0
  shop.intercept.current = async (text) => {
    if (text.includes('orders.reprice_lines(')) swept = await sweepExposure(shop.karat.db, { due: false })
    return change(pastItsEnd(text))
  }
  await carryOut()
  shop.intercept.current = undefined
  expect([swept, await stateOf(shop, order_id)]).toEqual([1, 'paid'])
  return (await exposureOf(shop)) - before
}

async function exposureOf(shop: Shop): Promise<bigint> {
  await sweepExposure(shop.karat.db, { due: false })
  const counted = await shop.karat.db.row<{ open: bigint }>(
    sql`select open_e4 as open from orders.exposure where store = 'id'`,
  )
  const { open } = await readExposure(shop.karat.db, 'id')
  expect(counted?.open ?? 0n).toBe(open)
  return open
}

test('a round that sees the quote as over while its order is carried out does not take the order off the count', async () => {
  expect(await sweptWhileCarriedOut(sound)).toBe(100_000n)
})

test('control: without being counted again it is paid, can be cancelled and binds nobody', async () => {
  let planted = false
  const forgets = (text: string) => {
    const changed = text.includes('insert into orders.commitments')
      ? text.replace('from orders.orders o where o.id', 'from orders.orders o where false and o.id')
      : text
    planted ||= changed !== text
    return changed
  }
  expect(await sweptWhileCarriedOut(broken, forgets)).toBe(0n)
  expect(planted).toBe(true)
})

test('an order that is carried out while a round takes it off the count is counted again', async () => {
  const before = await exposureOf(sound)
  const { order_id, carryOut } = await inReview(sound)
  let carried: Promise<unknown> | undefined
  sound.intercept.current = async (text) => {
    if (text.includes('delete from orders.commitments where')) {
      carried = carryOut()
      await overOrHeld(sound, carried)
    }
    return text.includes('orders.commitments c') ? pastItsEnd(text) : text
  }
  expect(await sweepExposure(sound.karat.db, { due: false })).toBe(1)
  await carried
  sound.intercept.current = undefined
  expect(await stateOf(sound, order_id)).toBe('paid')
  expect((await exposureOf(sound)) - before).toBe(100_000n)
})

/** The round has begun to look, then the order is carried out, then the round takes hold of what it found. */
async function carriedOutBeforeHeld(shop: Shop, plant: (text: string) => string = (text) => text) {
  const before = await exposureOf(shop)
  const { order_id, carryOut } = await inReview(shop)
  const gate = await shop.karat.db.pool.connect()
  await gate.query('begin; select pg_advisory_xact_lock(4711)')
  shop.intercept.current = (text) => {
    if (text.includes('for update of c, g skip locked'))
      return pastItsEnd(text).replace('where ($', 'where (select pg_advisory_xact_lock(4711) is not null) and ($')
    return text.includes('delete from orders.commitments where') ? plant(pastItsEnd(text)) : text
  }
  const sweeping = sweepExposure(shop.karat.db, { due: false })
  await overOrHeld(shop)
  await carryOut()
  await gate.query('commit')
  gate.release()
  const swept = await sweeping
  shop.intercept.current = undefined
  expect(await stateOf(shop, order_id)).toBe('paid')
  return { swept, open: (await exposureOf(shop)) - before }
}

test('an order that is carried out between the look of a round and its hold stays on the count', async () => {
  expect(await carriedOutBeforeHeld(sound)).toEqual({ swept: 0, open: 100_000n })
})

test('control: without the second look the round takes it off, and it binds nobody', async () => {
  const blind = (text: string) => text.replace('::uuid[]) and', '::uuid[]) or false and')
  expect(await carriedOutBeforeHeld(broken, blind)).toEqual({ swept: 1, open: 0n })
})
