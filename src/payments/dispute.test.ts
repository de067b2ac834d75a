/** Money that the bank of a card takes back: opened, won, lost; confirmed with the provider, bounded by the database. */
import { beforeEach, expect, test } from 'vitest'
import { toldDispute as disputed, says, tell } from '../../tests/support/disputes.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import {
  fakeAcquirer,
  type Paid,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  stateOf,
  untilProcessed,
} from '../../tests/support/money-back.ts'
import { ask, call, payable, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { prepareOrder } from '../orders/parcels/fulfil-order.ts'
import type { CancelQuoteView } from '../orders/refunds/refund-contract.ts'
import { settings } from '../settings.ts'
import type { PaymentProvider } from './contract.ts'
import { askAboutDisputes } from './process-event.ts'
import { processWaitingEvents } from './worker.ts'

const { sound, broken } = openShopPair()
let member: TestMember
beforeEach(async () => {
  member = await signedIn(sound)
})

const held = async ({ karat }: Shop, { payment }: Paid) => {
  const row = await karat.db.row<Record<string, bigint>>(sql`
    select captured_minor as captured, disputed_minor as disputed, charged_back_minor as back,
      (select coalesce(sum(short_minor), 0)::bigint from payments.disputes d where d.payment_id = p.id) as short
    from payments.payments p where id = ${payment.payment_id}`)
  return row ?? {}
}
/** What the house accounts have received of this order's disputes. */
const accounts = async ({ karat }: Shop, { payment }: Paid) => {
  const rows = await karat.db.rows<{ kind: string; sum: bigint }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger.transfers t join ledger.entries e on e.transfer_id = t.id
    join ledger.accounts a on a.id = e.account_id join payments.disputes d on d.id::text = t.reference
    where d.payment_id = ${payment.payment_id} group by a.kind`)
  return Object.fromEntries(rows.filter(({ sum }) => sum !== 0n).map(({ kind, sum }) => [kind, sum]))
}
const eventOf = (id: string) =>
  sound.karat.db.row(sql`select asked, outcome from payments.events where event_id = ${id}`)
/** The round, once the time between has gone by. */
async function askedAgain(id: string) {
  await sound.karat.db.run(sql`update payments.events set next_try_at = now() where event_id = ${id}`)
  await processWaitingEvents(sound.karat)
}
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
const paid = async (shop = sound) =>
  paidOrder(shop, shop === sound ? member : await signedIn(shop), await someSku(shop))
const prepare = async ({ order }: Paid) =>
  prepareOrder(sound.karat, (await staffSignedIn(sound, 'fulfilment')).staff, {
    ...{ orderId: order.order_id, expected: 'paid' },
  })
const cancel = async ({ order }: Paid) => {
  const quote = await call<CancelQuoteView>(sound, member, '/order/cancel_quote', { order_id: order.order_id })
  if (quote.error) return quote
  const { quote_id } = quote.data
  return call(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
}

test('opened: the money is held as disputed, nothing is prepared and nothing returned; won: all of it goes on', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'open')
  expect(await held(sound, order)).toMatchObject({ disputed: total, back: 0n })
  expect(await accounts(sound, order)).toEqual({ provider_clearing: total, disputed: -total })
  await clean()
  await expect(prepare(order)).rejects.toMatchObject({ code: 'payment_disputed' })
  expect((await cancel(order)).error).toBe('payment_disputed')
  expect([await stateOf(sound, order.order.order_id), await refundsOf(sound, order.order.order_id)]).toEqual([
    'paid',
    [],
  ])

  await disputed(sound, order, 'won')
  expect(await accounts(sound, order)).toEqual({})
  await clean()
  expect((await prepare(order)).state).toBe('preparing')
})

test('lost: the house loses what was captured, and the order is not prepared', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  await disputed(sound, order, 'open')
  await disputed(sound, order, 'lost')
  expect(await held(sound, order)).toMatchObject({ disputed: 0n, back: total, short: 0n })
  expect(await accounts(sound, order)).toEqual({ provider_clearing: total, chargeback_loss: -total })
  await expect(prepare(order)).rejects.toMatchObject({ code: 'payment_disputed' })
  await clean()
})

test('lost after the money had gone back: what was returned is a receivable, and no more is charged back than was captured', async () => {
  const order = await paid()
  const total = BigInt(order.payment.amount)
  expect((await cancel(order)).http).toBe(200)
  await refundsDone(sound)
  await disputed(sound, order, 'lost')
  expect(await held(sound, order)).toMatchObject({ captured: total, back: 0n, short: total })
  expect(await accounts(sound, order)).toEqual({ provider_clearing: total, receivable: -total })
  await clean()
  await expect(
    sound.karat.db.run(sql`update payments.payments set charged_back_minor = 1 where id = ${order.payment.payment_id}`),
  ).rejects.toThrow(/refunds_within_captured/)
})

test('a refund that was on its way when the dispute opened waits, and goes on when it is won', async () => {
  const order = await paid()
  expect((await cancel(order)).http).toBe(200)
  await disputed(sound, order, 'open')
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order.order_id)).toMatchObject([{ state: 'pending' }])
  await disputed(sound, order, 'won')
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order.order_id)).toMatchObject([{ state: 'settled' }])
  await clean()
})

test('and is given up when it is lost, for the bank has the money', async () => {
  const order = await paid()
  expect((await cancel(order)).http).toBe(200)
  await disputed(sound, order, 'open')
  await disputed(sound, order, 'lost')
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order.order_id)).toMatchObject([{ state: 'failed', failure: 'charged_back' }])
  expect(await held(sound, order)).toMatchObject({ back: BigInt(order.payment.amount), short: 0n })
  await clean()
})

test.each([
  ['failed', { back: 1n, short: 0n }],
  ['settled', { back: 0n, short: 1n }],
] as const)('a lost one waits for a refund that its provider has already: it is %s', async (state, whole) => {
  const acquirer = fakeAcquirer(sound)
  const pending = acquirer.answer
  acquirer.answer = () => ({ outcome: 'unknown' })
  const order = await paid()
  const total = BigInt(order.payment.amount)
  expect((await cancel(order)).http).toBe(200)
  await refundsDone(sound)
  const [refund] = await refundsOf(sound, order.order.order_id)
  await disputed(sound, order, 'open')
  await refundsDone(sound)
  expect(acquirer.asked, 'what the provider does not have is not asked for during a dispute').toHaveLength(1)
  await disputed(sound, order, 'lost')
  expect(await held(sound, order)).toMatchObject({ disputed: total, back: 0n, short: 0n })
  const answer = pending({ reference: refund?.id ?? '', charge: `ch_${order.payment.payment_id}`, amountMinor: total })
  if (answer.outcome !== 'known') throw new Error('it is known')
  acquirer.found = { outcome: 'known', refund: { ...answer.refund, state } }
  await refundsDone(sound)
  await sound.karat.db.run(sql`update payments.disputes set checked_at = '-infinity' where state = 'open'`)
  await askAboutDisputes(sound.karat)
  expect(await held(sound, order)).toMatchObject({ disputed: 0n, back: whole.back * total, short: whole.short * total })
  await clean()
  acquirer.found = undefined
  acquirer.answer = pending
})

test('the database itself returns nothing of a disputed payment but what the shop returns by itself', async () => {
  const order = await paid()
  await disputed(sound, order, 'open')
  const insert = sql`
    with refund as (
      insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor)
      select gen_random_uuid(), id, subject_id, member_id, store, captured_currency, 1, 1, 'x', 'staff:x' from payments.payments
      where id = ${order.payment.payment_id} returning id)
    insert into payments.refund_parts select id, 'order_money', 1 from refund`
  await expect(sound.karat.db.run(insert)).rejects.toThrow(/open dispute/)
  for (const statement of [
    sql`update payments.disputes set amount_minor = 1 where payment_id = ${order.payment.payment_id}`,
    sql`delete from payments.disputes where payment_id = ${order.payment.payment_id}`,
  ])
    await expect(sound.karat.db.run(statement)).rejects.toThrow(/dispute/)
})

test('a signed notice of a dispute that the provider does not know opens none', async () => {
  const order = await paid()
  const provider = sound.karat.providers.get('sandbox') as PaymentProvider
  sound.karat.providers.set('sandbox', { ...provider, findDispute: async () => ({ outcome: 'absent' }) })
  const event = await tell(sound, order, 'lost')
  for (let asked = 1; asked < settings.webhook.maxAsks; asked++) {
    await expect.poll(() => eventOf(event)).toEqual({ asked, outcome: null })
    await askedAgain(event)
  }
  expect(await eventOf(event)).toEqual({ asked: settings.webhook.maxAsks, outcome: 'not_confirmed' })
  expect(await held(sound, order)).toMatchObject({ disputed: 0n, back: 0n })
})

test('one that its provider knows a little later than it tells is opened', async () => {
  const order = await paid()
  const provider = sound.karat.providers.get('sandbox') as PaymentProvider
  sound.karat.providers.set('sandbox', { ...provider, findDispute: async () => ({ outcome: 'absent' }) })
  const event = await tell(sound, order, 'open')
  await expect.poll(() => eventOf(event)).toEqual({ asked: 1, outcome: null })
  says(sound, order, 'open')
  await askedAgain(event)
  expect(await eventOf(event)).toEqual({ asked: 1, outcome: 'dispute_opened' })
  expect(await held(sound, order)).toMatchObject({ disputed: BigInt(order.payment.amount) })
})

test('one that nobody tells the end of is found out by asking', async () => {
  const order = await paid()
  await disputed(sound, order, 'open')
  says(sound, order, 'lost')
  await sound.karat.db.run(
    sql`update payments.disputes set checked_at = now() - interval '2 hours' where state = 'open'`,
  )
  await Promise.all([askAboutDisputes(sound.karat), askAboutDisputes(sound.karat)])
  expect(await held(sound, order)).toMatchObject({ disputed: 0n, back: BigInt(order.payment.amount) })
  await clean()
})

test('twenty notices of each state at once, in any order: opened once, decided once', async () => {
  const order = await paid()
  says(sound, order, 'lost')
  await Promise.all(['open', 'lost'].flatMap((state) => Array.from({ length: 20 }, () => tell(sound, order, state))))
  await untilProcessed(sound)
  const n = await sound.karat.db.row(
    sql`select count(*)::int as n from payments.disputes where payment_id = ${order.payment.payment_id}`,
  )
  expect(n).toEqual({ n: 1 })
  await clean()
})

test('a dispute of an order that has not been paid waits for a person', async () => {
  const { payment, order } = await payable(sound, member, await someSku(sound))
  says(sound, { payment, order }, 'open')
  const event = await tell(sound, { payment, order }, 'open')
  await expect
    .poll(() => sound.karat.db.row(sql`select tries from payments.events where event_id = ${event}`))
    .toEqual({ tries: 1 })
  await sound.karat.db.run(
    sql`update payments.events set processed_at = now(), outcome = 'test' where event_id = ${event}`,
  )
})

/** Cancelling has looked at the payment when the dispute opens. */
async function cancelBesideDispute(shop: Shop) {
  const buyer = shop === sound ? member : await signedIn(shop)
  const order = await paidOrder(shop, buyer, await someSku(shop))
  const { quote_id } = await quoted(shop, buyer, order.order.order_id)
  says(shop, order, 'open')
  const [cancelled] = await Promise.all([
    call(shop, buyer, '/order/cancel_order', { order_id: order.order.order_id, quote_id }),
    tell(shop, order, 'open'),
  ])
  await untilProcessed(shop)
  await refundsDone(shop)
  return { cancelled, refunds: await refundsOf(shop, order.order.order_id) }
}

test('a cancel beside a dispute: one comes first, and disputed money is not returned either way', async () => {
  for (let round = 0; round < 5; round++) {
    const { cancelled, refunds } = await cancelBesideDispute(sound)
    expect([200, 409]).toContain(cancelled.http)
    expect(refunds.filter(({ state }) => state === 'settled')).toEqual([])
  }
  await clean()
})

test('control: a round that asks for refunds whatever is disputed returns the money twice, and that is seen', async () => {
  const lifted = new Set<string>()
  const lift = (text: string, [from, to]: [string, string]) => {
    if (text.includes(from)) lifted.add(from)
    return text.replace(from, to)
  }
  const rules: [string, string][] = [
    ['and (of.disputed_minor = 0 or due.tries > 0)', ''],
    ['(p.disputed_minor > 0 or', '(false or'],
  ]
  broken.intercept.current = (text) => rules.reduce(lift, text)
  const buyer = await signedIn(broken)
  const order = await paidOrder(broken, buyer, await someSku(broken))
  const { quote_id } = await quoted(broken, buyer, order.order.order_id)
  await ask(broken, buyer, '/order/cancel_order', { order_id: order.order.order_id, quote_id })
  says(broken, order, 'open')
  await tell(broken, order, 'open')
  await untilProcessed(broken)
  await refundsDone(broken)
  expect(lifted.size).toBe(rules.length)
  expect((await refundsOf(broken, order.order.order_id)).map(({ state }) => state)).toEqual(['settled'])
})

test.each(['won', 'lost'] as const)(
  'the buyer reads that it is opened and that it is %s, once each, however often it is told',
  async (end) => {
    const order = await paid()
    for (const state of ['open', 'open', end, end] as const) await disputed(sound, order, state)
    const letters = await sound.karat.db.rows<{ template: string; subject: string }>(sql`
    select template, subject from mail.messages where destination = ${`${member.id}@karat.test`} and template like 'dispute%'
    order by created_at, id`)
    expect(letters.map(({ template }) => template)).toEqual(['dispute_opened', `dispute_${end}`])
    for (const { subject } of letters) expect(subject).toContain(order.order.number)
  },
)
