/** One choice that cannot be ended holds up nobody else's, though rounds take only the oldest few. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { paidOrder, refundsDone } from '../../../tests/support/money-back.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { endChoices } from './choose-price.ts'
import { settleSales } from './settle-sales.ts'

const { sound, broken } = openShopPair()

/** Three rounds that take one choice each; the older of the two waits for a person. */
async function threeRounds(shop: Shop, plant: (text: string) => string = (text) => text) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => ({
    stuck: await paidOrder(shop, member, skuId),
    other: await paidOrder(shop, member, skuId),
  }))
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  const [stuck, other] = [sold.stuck.order.order_id, sold.other.order.order_id]
  await shop.karat.db.run(sql`
    insert into orders.refund_requests (id, order_id, member_id, reason, note, whole, stated_minor)
    values (${randomUUID()}, ${stuck}, ${member.id}, 'damaged', '', true, 1)`)
  await shop.karat.db.run(sql`
    update orders.window_sales set choose_until = now(), next_try_at = now() - make_interval(mins => case sale_id when ${stuck} then 2 else 1 end)
    where sale_id in (${stuck}, ${other})`)
  shop.intercept.current = (text) => plant(text.replace(/(order by w\.\w+) limit 50$/, '$1 limit 1'))
  const ended = [await endChoices(shop.karat), await endChoices(shop.karat), await endChoices(shop.karat)]
  shop.intercept.current = undefined
  return { stuck, ended, states: [(await saleOf(shop, stuck))?.state, (await saleOf(shop, other))?.state] }
}

test('a choice that cannot be ended is put off and holds up no other', async () => {
  const { stuck, ended, states } = await threeRounds(sound)
  expect({ ended, states }).toEqual({ ended: [0, 1, 0], states: ['choosing', 'returned'] })
  await sound.karat.db.run(
    sql`update orders.refund_requests set state = 'withdrawn', decided_at = now() where order_id = ${stuck}`,
  )
  await sound.karat.db.run(sql`update orders.window_sales set next_try_at = now() where sale_id = ${stuck}`)
  expect(await endChoices(sound.karat)).toBe(1)
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: without being put off it is taken again and again', async () => {
  const { ended, states } = await threeRounds(broken, (text) =>
    text.replace("next_try_at = now() + interval '2 seconds' * power(2, least(tries, 8))", 'next_try_at = next_try_at'),
  )
  expect({ ended, states }).toEqual({ ended: [0, 0, 0], states: ['choosing', 'choosing'] })
})
