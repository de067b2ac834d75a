/** What did not get through: failed notices are processed again once, stopped messages sent again or dropped once. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { notify, payable, someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf } from '../../money/money.ts'
import type { ProviderEventView } from '../../payments/office-contract.ts'
import { processWaitingEvents } from '../../payments/worker.ts'
import type { StoppedView } from './outbox-contract.ts'

const shop = openShop()
let one: TestStaff
let two: TestStaff
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  one = await staffSignedIn(shop, 'desk')
  two = await staffSignedIn(shop, 'desk')
})
const reason = 'The database is back'

/** A notice of a real payment that failed as often as it may. */
async function failedNotice(): Promise<{ event: ProviderEventView; orderId: string }> {
  const { order, payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  shop.intercept.current = (text) => {
    if (text.includes('update payments.payments')) throw new Error('the disk is full')
    return text
  }
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  const find = async () => {
    const rows = (await askStaff(shop, one, `/events/list?q=${payment.payment_id}`)).data.rows
    return (rows as unknown as ProviderEventView[])[0]
  }
  await expect.poll(async () => (await find())?.tries).toBeGreaterThan(0)
  await shop.karat.db.run(sql`update payments.events set tries = 5 where payload->>'reference' = ${payment.payment_id}`)
  shop.intercept.current = undefined
  const event = await find()
  if (!event) throw new Error('the notice was not kept')
  return { event, orderId: order.order_id }
}
const retry = (who: TestStaff, { provider, event_id }: ProviderEventView, why = reason) =>
  askStaff(shop, who, '/events/retry', { provider, event_id, reason: why })
const stateOf = async (orderId: string) =>
  (await shop.karat.db.row<{ state: string }>(sql`select state from orders.orders where id = ${orderId}`))?.state

test('a failed notice is shown without what identifies the payer, and pays its order when it is tried again', async () => {
  const { event, orderId } = await failedNotice()
  expect(event).toMatchObject({ state: 'failed', tries: 5, error: 'the disk is full', order_id: orderId })
  expect(event.provider_reference).toMatch(/••••/)
  expect(event.facts.map(({ name }) => name)).toEqual(['state', 'amount', 'currency'])
  expect(Object.keys(event)).not.toContain('payload')
  await processWaitingEvents(shop.karat)
  expect(await stateOf(orderId)).toBe('pending_payment')
  expect((await retry(one, event, ' ')).error).toBe('invalid_input')
  expect((await retry(one, event)).data).toEqual({ outcome: 'order_paid' })
  expect(await stateOf(orderId)).toBe('paid')
  expect((await retry(two, event)).error).toBe('handled_meanwhile')
  expect((await retry(two, { ...event, event_id: 'evt_nobody' })).error).toBe('not_found')
  const log = await shop.karat.db.rows(
    sql`select reason, details->>'error' as error from staff.actions where subject_id = ${event.event_id}`,
  )
  expect(log).toEqual([{ reason, error: 'the disk is full' }])
  const { rows } = (await askStaff(shop, one, '/events/list?state=done')).data
  expect((rows as unknown as ProviderEventView[]).map(({ event_id }) => event_id)).toContain(event.event_id)
})

async function twoRetry(plant: (text: string) => string = (text) => text) {
  const { event, orderId } = await failedNotice()
  const meet = meetingAt('update payments.events set tries = 0', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const answers = await Promise.all([retry(one, event), retry(two, event)])
  shop.intercept.current = undefined
  // Where the one that came too late held the row for a moment, the worker's next round has it.
  await processWaitingEvents(shop.karat)
  const log = await shop.karat.db.rows(sql`select 1 as one from staff.actions where subject_id = ${event.event_id}`)
  const sales = await shop.karat.db.row<{ count: number }>(sql`select count(*)::int as count from orders.moves
    where order_id = ${orderId} and to_state = 'paid'`)
  return { statuses: answers.map(({ status }) => status).sort(), recorded: log.length, paid: sales?.count }
}

test('of two who try a notice again at once one does, and the order is paid once', async () => {
  expect(await twoRetry()).toEqual({ statuses: [200, 409], recorded: 1, paid: 1 })
})

test('control: a retry that does not look at the tries is seen', async () => {
  let planted = false
  const result = await twoRetry((text) => {
    if (!text.includes('update payments.events set tries = 0')) return text
    planted = true
    return text.replace(/and processed_at is null and tries >= (\$\d)/, 'and $1::int is not null')
  })
  expect([planted, result]).toEqual([true, { statuses: [200, 200], recorded: 2, paid: 1 }])
})

async function stoppedMail(template: 'order_paid' | 'sign_up_code' = 'order_paid', state = 'refused'): Promise<string> {
  const to = { destination: `a${Math.random()}@example.com`, channel: 'email', language: 'id', store: 'id' } as const
  await shop.karat.db.transaction((tx) =>
    template === 'order_paid'
      ? queueMail(tx, { ...to, template, values: { number: 'K1', total: amountOf(1n, 'IDR') } })
      : queueMail(tx, { ...to, template, values: { code: '482913', minutes: '10' } }),
  )
  const row = await shop.karat.db.row<{
    id: string
  }>(sql`update mail.messages set state = ${state}, problem = '550', tries = 5
    where destination = ${to.destination} returning id`)
  return row?.id ?? ''
}
const act = (who: TestStaff, path: string, mail_id: string, why = reason) =>
  askStaff(shop, who, `/outbox/${path}`, { mail_id, reason: why })
const listed = async (query: string) =>
  (await askStaff(shop, one, `/outbox/list${query}`)).data.rows as unknown as StoppedView[]
const stateOfMail = async (id: string) =>
  (await shop.karat.db.row<{ state: string }>(sql`select state from mail.messages where id = ${id}`))?.state

test('a stopped message is sent again or dropped for a reason; a dead code is not sent', async () => {
  const [sent, dropped, code] = [await stoppedMail(), await stoppedMail(), await stoppedMail('sign_up_code', 'expired')]
  const [row] = await listed(`?q=${sent}`)
  expect(row).toMatchObject({
    state: 'refused',
    problem: '550',
    tries: 5,
    may_send: true,
    destination: 'a••••@example.com',
  })
  expect(JSON.stringify(await listed(''))).not.toContain('482913')
  expect((await listed('?state=expired&channel=email')).map(({ id }) => id)).toEqual([code])
  expect((await act(one, 'sendAgain', sent, ' ')).error).toBe('invalid_input')
  expect((await act(one, 'sendAgain', sent)).status).toBe(200)
  expect(await stateOfMail(sent)).toBe('queued')
  expect((await act(two, 'sendAgain', sent)).error).toBe('handled_meanwhile')
  expect((await act(one, 'drop', dropped)).status).toBe(200)
  expect(await stateOfMail(dropped)).toBe('dropped')
  expect((await act(two, 'sendAgain', dropped)).error).toBe('handled_meanwhile')
  expect(await listed(`?state=dropped&q=${dropped}`)).toMatchObject([{ stopped_by: one.staff.name }])
  expect((await act(one, 'sendAgain', code)).error).toBe('mail_is_spent')
  expect((await act(one, 'drop', code)).status).toBe(200)
  expect((await act(one, 'drop', '019a0000-0000-7000-8000-000000000000')).error).toBe('not_found')
  const log = await shop.karat.db.rows<{ did: string }>(sql`select details->>'did' as did from staff.actions
    where subject_id in (${sent}, ${dropped}, ${code}) order by id`)
  expect(log.map(({ did }) => did)).toEqual(['send', 'drop', 'drop'])
})

async function sendAndDrop() {
  const id = await stoppedMail()
  const answers = await Promise.all([act(one, 'sendAgain', id), act(two, 'drop', id)])
  return answers.map(({ status }) => status).sort()
}

test('of two who decide of a stopped message at once one does', async () => {
  const meet = meetingAt("and state in ('refused'", 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  expect(await sendAndDrop()).toEqual([200, 409])
})

test('control: a decision that does not look at the state is seen', async () => {
  let planted = false
  shop.intercept.current = async (text) => {
    const changed = text.replace("and state in ('refused', 'unknown', 'expired')", '')
    if (!text.includes('update mail.messages')) return text
    planted ||= changed !== text
    return changed
  }
  expect([await sendAndDrop(), planted]).toEqual([[200, 200], true])
})
