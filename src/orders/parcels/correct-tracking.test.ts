/** A tracking number that was typed wrong: put right once, told to its buyer, and kept. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { moveThrough } from '../../../tests/support/money-back.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView } from '../contract.ts'

const { sound, broken } = openShopPair()

/** Sent as JNE CGK-00481-77. */
async function sent(shop: Shop) {
  const member = await signedIn(shop)
  const { id, number } = await courierOrder(shop, member)
  await moveThrough(shop, id, 'preparing', 'shipped')
  await shop.karat.db.run(sql`insert into orders.shipments (order_id, carrier, tracking, shipped_by)
    values (${id}, 'jne', 'CGK-00481-77', 'staff:test')`)
  return { id, number, member, who: await staffSignedIn(shop, 'fulfilment') }
}
const right = { carrier: 'jne', tracking: 'CGK-00481-71', seen: 'CGK-00481-77', reason: 'Read from the label' }

test('the buyer reads the right number in a letter and with the order, and staff what it was', async () => {
  const { id, number, member, who } = await sent(sound)
  const correct = (more: object) => askStaff(sound, who, '/orders/correctTracking', { order_id: id, ...right, ...more })
  expect((await correct({ reason: ' ' })).error).toBe('invalid_input')
  expect((await correct({ carrier: 'pigeon' })).data.fields).toHaveProperty('carrier')
  expect((await correct({ tracking: right.seen })).data.fields).toHaveProperty('tracking')
  expect((await correct({ seen: 'CGK-00481-70' })).error).toBe('edited_meanwhile')
  expect((await correct({})).status).toBe(200)
  const seen = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${id}`)
  expect(seen.shipment).toMatchObject({ carrier: 'JNE', tracking: right.tracking })
  const { data } = await askStaff(sound, who, `/orders/detail?order_id=${id}`)
  expect(data.shipment).toMatchObject({
    tracking: right.tracking,
    earlier: [{ carrier: 'JNE', tracking: right.seen, by: 'Staff fulfilment', at: expect.any(String) }],
  })
  const letter = await sound.karat.db.row<{ body: string }>(
    sql`select body from mail.messages where template = 'order_tracking' and subject like ${`%${number}%`}`,
  )
  expect(letter?.body).toContain(right.tracking)
  const kept = await sound.karat.db.rows(sql`
    select reason, details->>'before' as before, details->>'after' as after from staff.actions
    where subject_id = ${id} and action = 'orders.correct_tracking'`)
  expect(kept).toEqual([{ reason: right.reason, before: right.seen, after: right.tracking }])
  await sound.karat.db.run(sql`update orders.orders set state = 'completed' where id = ${id}`)
  expect((await correct({ seen: right.tracking, tracking: right.seen })).error).toBe('order_state')
})

const LOCK = 'select 1 from orders.orders where id = $1 for update'

/** How many of two corrections of the same number, at the same moment, are taken. */
async function taken(shop: Shop, plant?: (text: string) => Promise<string>): Promise<number> {
  const { id, who } = await sent(shop)
  shop.intercept.current = plant
  const answers = await Promise.all(
    ['CGK-00481-71', 'CGK-00481-72'].map((tracking) =>
      askStaff(shop, who, '/orders/correctTracking', { order_id: id, ...right, tracking }),
    ),
  )
  shop.intercept.current = undefined
  return answers.filter(({ status }) => status === 200).length
}

test('of two corrections of the same number one is taken', async () => {
  const meet = meetingAt(LOCK, 2)
  const both = async (text: string) => {
    await meet(text)
    return text
  }
  expect(await taken(sound, both)).toBe(1)
})

test('control: without the lock both are taken, and that is seen', async () => {
  const meet = meetingAt('insert into orders.tracking_corrections', 2)
  const unlocked = async (text: string) => {
    await meet(text)
    return text.replace(LOCK, LOCK.replace(' for update', ''))
  }
  expect(await taken(broken, unlocked)).toBe(2)
})
