/** Orders paid to a virtual account or by QRIS: told of 0, 1 and 5 times, wrong, twice, late, and after another method was chosen (G5–G7). */
import { beforeEach, expect, test, vi } from 'vitest'
import { clearHit, stopMember } from '../../../tests/support/cases.ts'
import { takesCharges } from '../../../tests/support/deposits.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf, stateOf, statusOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { patience } from '../../../tests/support/patience.ts'
import { withBank, withdrawalsOf } from '../../../tests/support/payouts.ts'
import {
  acquirerSays,
  ask,
  call,
  guaranteed,
  knock,
  notify,
  someSku,
  submitted,
} from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { heldBy, vaultMember } from '../../../tests/support/vault.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { PaymentProvider } from '../../payments/contract.ts'
import { endDeadCodes } from '../../payments/open-payment.ts'
import { returnToBalance } from '../../payments/return-to-balance.ts'
import { askAboutPayments } from '../../payments/worker.ts'
import { settings } from '../../settings.ts'
import type { OrderDetailView, OrderInfoView, PaymentViewData, SubmittedView } from '../contract.ts'
import { expireOrders } from '../worker.ts'

const { sound, broken } = openShopPair()
let member: TestMember
let closed: string[]
beforeEach(async () => {
  closed = []
  for (const shop of [sound, broken]) {
    takesCharges(shop)
    const provider = shop.karat.providers.get('sandbox') as PaymentProvider
    shop.karat.providers.set('sandbox', {
      ...provider,
      closeCharge: async (reference) => {
        closed.push(reference)
        const known = await (shop.karat.providers.get('sandbox') as PaymentProvider).findCharge(reference)
        if (known.outcome === 'known') return known
        return { outcome: 'known', charge: { ...charge(reference), state: 'expired' } }
      },
      findCharge: async (reference) => ({ outcome: 'known', charge: charge(reference) }),
    })
  }
  member = await signedIn(sound)
})
const charge = (reference: string) => ({
  ...{ reference, providerReference: `ch_${reference}`, state: 'pending' as const, amountMinor: 1n, currency: 'IDR' },
  ...{ payUrl: null, declineReason: null },
})

const VA = { method: 'va', bank: 'bca' }
/** A piece that QRIS still takes. */
function smallSku({ karat }: Shop): number {
  const sku = karat.catalogue
    .products('id')
    .flatMap(({ skus }) => skus)
    .find((one) => one.fineWeight === 10_000n && one.stock > 20 && !one.scarce)
  if (!sku) throw new Error('the demo shop has no gram')
  return sku.id
}
const choose = (shop: Shop, whose: TestMember, { order_id }: SubmittedView, how: object) =>
  call<PaymentViewData>(shop, whose, '/product/pay_order', { order_id, ...how })
const read = (shop: Shop, whose: TestMember, { payment_id }: { payment_id: string }) =>
  ask<PaymentViewData>(shop, whose, '/payment/getPay', { payment_id })
/** An order that waits for money by this method, and where it is paid. */
async function waiting(how: object = VA, shop = sound, whose = member) {
  const order = await submitted(shop, whose, smallSku(shop))
  const payment = await read(shop, whose, (await choose(shop, whose, order, how)).data)
  return { order, payment }
}
type Waiting = Awaited<ReturnType<typeof waiting>>
async function comes({ payment }: Pick<Waiting, 'payment'>, more = 0n, named?: string, shop = sound) {
  const amount = `${BigInt(payment.amount) + more}`
  await notify(shop, { reference: payment.payment_id, amount, ...(named ? { charge: named } : {}) })
  await untilProcessed(shop)
}
async function expires({ order }: Waiting, shop = sound) {
  await shop.karat.db.run(
    sql`update orders.orders set expires_at = now() - interval '1 second' where id = ${order.order_id}`,
  )
  await expireOrders(shop.karat)
}
const cash = async () => (await heldBy(sound, member)).cash
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
const askAll = async (shop = sound) => {
  await shop.karat.db.run(sql`update payments.payments set checked_at = now() - interval '1 hour'`)
  await askAboutPayments(shop.karat)
}
const letters = async (template: string) =>
  (
    await sound.karat.db.rows(
      sql`select 1 from mail.messages where template = ${template} and member_id = ${member.id}`,
    )
  ).length

test.each([0, 1, 5])('a transfer that %s notices tell of pays its order once', async (times) => {
  const { order, payment } = await waiting()
  expect(payment).toMatchObject({ method: 'va', bank: 'bca', state: 'pending', number: expect.any(String), qr: null })
  const told = { reference: payment.payment_id, amount: payment.amount }
  acquirerSays(sound, told)
  if (times === 0) await askAll()
  await Promise.all(Array.from({ length: times }, () => knock(sound, told)))
  await untilProcessed(sound)
  const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail).toMatchObject({ state: 'paid', method: 'va', payments: [{ state: 'captured' }], methods: [] })
  expect(await cash()).toBe(0n)
  await clean()
})

test('a QR code says what is to be paid, and pays', async () => {
  const { order, payment } = await waiting({ method: 'qris' })
  expect(payment).toMatchObject({ method: 'qris', bank: null, number: null })
  expect(payment.qr?.size).toBeGreaterThan(20)
  await comes({ payment })
  expect(await stateOf(sound, order.order_id)).toBe('paid')
  await clean()
})

test('a method that does not fit is listed with its reason and refused; nothing is opened', async () => {
  const order = await submitted(sound, member, await someSku(sound))
  const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail.methods).toMatchObject([
    { method: 'card', banks: [], refused: null },
    { method: 'va', banks: ['bca', 'bni', 'bri', 'mandiri'], least: '10000', refused: null },
    { method: 'qris', most: '10000000', refused: 'too_much' },
    { method: 'bank_transfer', refused: null },
  ])
  for (const [how, why] of [
    [{ method: 'qris' }, 'too_much'],
    [{ method: 'va' }, 'not_offered'],
    [{ method: 'card', bank: 'bca' }, 'not_offered'],
  ] as const)
    expect(await choose(sound, member, order, how)).toMatchObject({ error: 'method_unavailable', data: { why } })
  expect((await choose(sound, member, order, { method: 'cash' })).http).toBe(422)
  const info = await ask<OrderInfoView>(sound, member, '/order/order_info', { order_id: order.order_id })
  expect(info.payment).toBeNull()
})

test.each([-1n, 1n])(
  '%s more than asked for: the member chooses, and what goes back is in their balance',
  async (more) => {
    const { order, payment } = await waiting()
    await comes({ payment }, more)
    expect(await stateOf(sound, order.order_id)).toBe('payment_review')
    await clean()
    await ask(sound, member, '/order/review_choose', { order_id: order.order_id, choice: 'refund' })
    await refundsDone(sound)
    await refundsDone(sound)
    expect([await cash(), await refundsOf(sound, order.order_id)]).toMatchObject([
      BigInt(payment.amount) + more,
      [{ state: 'settled' }],
    ])
    expect([await letters('money_in_balance'), await letters('money_returning')]).toEqual([1, 0])
    await clean()
  },
)

test('twice: the second money is in the balance, and the order keeps the first', async () => {
  const { order, payment } = await waiting()
  await comes({ payment })
  await comes({ payment }, 0n, 'ch_second')
  await refundsDone(sound)
  expect([await stateOf(sound, order.order_id), await cash()]).toEqual(['paid', BigInt(payment.amount)])
  await clean()
})

test.each([VA, { method: 'qris' }])(
  'late, by $method: the member chooses, and gets their pieces or the money',
  async (how) => {
    const one = await waiting(how)
    await expires(one)
    expect(await read(sound, member, one.payment)).toMatchObject({ pay_url: null, number: null, qr: null })
    await comes(one)
    expect(await stateOf(sound, one.order.order_id)).toBe('payment_review')
    const { quote_id } = await ask<{ quote_id: string }>(sound, member, '/order/review_quote', {
      order_id: one.order.order_id,
    })
    await ask(sound, member, '/order/review_choose', { order_id: one.order.order_id, choice: 'honour', quote_id })
    const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${one.order.order_id}`)
    expect(detail).toMatchObject({ state: 'paid', method: how.method })
    await clean()
  },
)

test('a QR code that its acquirer cannot close is asked about for a day, and takes money afterwards', async () => {
  const one = await waiting({ method: 'qris' })
  await expires(one)
  const turned = (since: string) =>
    sound.karat.db.run(sql`
      update payments.payments set expires_at = now() - ${since}::interval where id = ${one.payment.payment_id}`)
  const state = async () =>
    (
      await sound.karat.db.row<{ state: string }>(
        sql`select state from payments.payments where id = ${one.payment.payment_id}`,
      )
    )?.state
  await turned('23 hours')
  await endDeadCodes(sound.karat.db)
  expect(await state()).toBe('pending')
  await turned('25 hours')
  await endDeadCodes(sound.karat.db)
  expect(await state()).toBe('expired')
  await comes(one)
  expect(await stateOf(sound, one.order.order_id)).toBe('payment_review')
  await clean()
})

test('another method takes the place of the first, whose charge is closed at once and leads nowhere', async () => {
  const { order, payment: first } = await waiting()
  const { data: second } = await choose(sound, member, order, { method: 'card' })
  expect(second.payment_id).not.toBe(first.payment_id)
  expect(await read(sound, member, first)).toMatchObject({ pay_url: null, number: null })
  expect((await read(sound, member, second)).pay_url).toContain(second.payment_id)
  await askAboutPayments(sound.karat)
  expect(closed).toEqual([first.payment_id])
  const info = await ask<OrderInfoView>(sound, member, '/order/order_info', { order_id: order.order_id })
  expect(info.payment).toMatchObject({ payment_id: second.payment_id, method: 'card' })
  const other = await choose(sound, member, order, { method: 'va', bank: 'bni' })
  expect(other.data).toMatchObject({ method: 'va', bank: 'bni' })
  expect((await choose(sound, member, order, { method: 'va', bank: 'bni' })).data.payment_id).toBe(
    other.data.payment_id,
  )
})

test('ten pages that choose at once leave one payment open', async () => {
  const { order } = await waiting()
  const ways = [VA, { method: 'card' }, { method: 'va', bank: 'bri' }, { method: 'qris' }]
  await Promise.all(Array.from({ length: 10 }, (_, at) => choose(sound, member, order, ways[at % 4] ?? VA)))
  const open = await sound.karat.db.rows(sql`
    select 1 from payments.payments where subject_id = ${order.order_id} and state in ('created', 'pending', 'unknown') and replaced_at is null`)
  expect(open).toHaveLength(1)
})

test('money by a method that was replaced pays the order, and what comes by the new one goes back', async () => {
  const { order, payment } = await waiting()
  const card = await read(sound, member, (await choose(sound, member, order, { method: 'card' })).data)
  await comes({ payment })
  await comes({ payment: card })
  await refundsDone(sound)
  const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail).toMatchObject({ state: 'paid', method: 'va' })
  const back = await sound.karat.db.rows(sql`
    select p.method, r.way, r.state from payments.refunds r join payments.payments p on p.id = r.payment_id
    where r.subject_id = ${order.order_id}`)
  expect([back, await cash()]).toEqual([[{ method: 'card', way: 'source', state: 'settled' }], 0n])
  await clean()
})

/** Paid, and cancelled again: what was paid. */
async function paidAndCancelled(whose: TestMember): Promise<Waiting> {
  const one = await waiting(VA, sound, whose)
  await comes(one)
  const order_id = one.order.order_id
  const { quote_id } = await ask<{ quote_id: string }>(sound, whose, '/order/cancel_quote', { order_id })
  await ask(sound, whose, '/order/cancel_order', { order_id, quote_id })
  return one
}

/** While nothing more has room in the float of the store. */
async function full<T>(then: () => Promise<T>): Promise<T> {
  const store = settings.cash.stores.id as { ceiling: bigint }
  const { ceiling } = store
  store.ceiling = 0n
  try {
    return await then()
  } finally {
    store.ceiling = ceiling
  }
}

const owedTo = async (whose: TestMember) =>
  (await withdrawalsOf(sound, whose)).waiting.map(({ because, amount, account }) => [because, amount, account?.number])
const refundOf = async ({ order }: Waiting) =>
  (await refundsOf(sound, order.order_id)).map(({ state, failure }) => [state, failure])

test('cancelled: everything is in the balance', async () => {
  const { payment } = await paidAndCancelled(member)
  await refundsDone(sound)
  expect(await cash()).toBe(BigInt(payment.amount))
  expect(await letters('money_in_balance')).toBe(1)
  await clean()
})

test('without room in the balance it is owed, once: to the usual account, or to the one that its payer names', async () => {
  member = await vaultMember(sound)
  const unnamed = await paidAndCancelled(member)
  await full(() => Promise.all([refundsDone(sound), refundsDone(sound)]))
  expect([await refundOf(unnamed), await owedTo(member)]).toEqual([
    [['settled', null]],
    [['refund', unnamed.payment.amount, undefined]],
  ])
  expect(await statusOf(sound, member, unnamed.order.order_id)).toMatchObject({ refunds: [{ owed: true }] })
  await withBank(sound, member)
  const named = await paidAndCancelled(member)
  await full(() => refundsDone(sound))
  expect((await owedTo(member)).at(-1)).toEqual(['refund', named.payment.amount, expect.stringMatching(/\d{4}$/)])
  expect([await letters('money_unnamed'), await letters('money_to_account'), await letters('payable_waits')]).toEqual([
    ...[1, 1, 0],
  ])
  expect(await cash()).toBe(0n)
  await clean()
})

test('whom a case stops is paid nothing; their money waits, and is owed once they are free', async () => {
  member = await vaultMember(sound)
  const one = await paidAndCancelled(member)
  const hit = await stopMember(sound, member)
  await full(() => refundsDone(sound))
  expect(await refundOf(one), 'no round takes it up').toEqual([['pending', null]])
  const [refund] = await refundsOf(sound, one.order.order_id)
  const late = () => returnToBalance(sound.karat, refund?.id ?? '')
  expect(await full(() => Promise.all([late(), late()])), 'one that had taken it up').toEqual(['waits', 'waits'])
  expect([await refundOf(one), await letters('money_kept')]).toEqual([[['pending', 'no_balance']], 1])
  await clearHit(sound, hit)
  await full(() => refundsDone(sound))
  expect([await refundOf(one), (await owedTo(member)).length]).toEqual([[['settled', null]], 1])
  await clean()
})

/** A transfer and a card for one order, both told of at once. */
async function both(shop: Shop) {
  const whose = await signedIn(shop)
  const { order, payment } = await waiting(VA, shop, whose)
  const card = await read(shop, whose, (await choose(shop, whose, order, { method: 'card' })).data)
  const told = [payment, card].map(({ payment_id: reference, amount }) => ({ reference, amount }))
  await Promise.all(told.map((one) => notify(shop, one)))
  await untilProcessed(shop)
  const rows = await shop.karat.db.rows<{ allocation: string }>(
    sql`select allocation from payments.payments where subject_id = ${order.order_id} order by allocation`,
  )
  return rows.map(({ allocation }) => allocation)
}

test('a transfer beside a card: one pays the order, the other waits to go back', async () => {
  for (let round = 0; round < 3; round++) expect(await both(sound)).toEqual(['subject', 'suspense'])
  await clean()
})

test('control: an order that does not look at its state is paid twice, and the audit says so', async () => {
  let planted = 0
  const looks = "and state = 'pending_payment' and not held_when_paid"
  broken.intercept.current = (text) => {
    if (text.includes(looks)) planted++
    return text.replace(looks, 'and not held_when_paid')
  }
  expect(await both(broken)).toEqual(['subject', 'subject'])
  broken.intercept.current = undefined
  expect(planted).toBeGreaterThan(1)
  expect((await auditLedger(broken.karat.db)).map(({ rule }) => rule)).toContain(
    'an order is paid exactly when the tenders used for it sum to its total',
  )
})

/** Money comes while its order ends: both have looked before one of them writes. */
async function besideExpiry(shop: Shop, change: (text: string) => string) {
  const whose = await signedIn(shop)
  const one = await waiting(VA, shop, whose)
  await shop.karat.db.run(sql`update orders.orders set expires_at = now() where id = ${one.order.order_id}`)
  const meet = meetingAt('update orders.orders set state', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return change(text)
  }
  await Promise.all([comes(one, 0n, undefined, shop), expireOrders(shop.karat)])
  shop.intercept.current = undefined
  const row = await shop.karat.db.row<{ state: string; allocation: string; moves: number }>(sql`
    select o.state, p.allocation, (select count(*)::int from orders.moves where order_id = o.id and from_state = 'pending_payment') as moves
    from orders.orders o join payments.payments p on p.subject_id = o.id where o.id = ${one.order.order_id}`)
  return row && [row.moves, `${row.allocation} ${row.state}`]
}

test('money beside the end of its order: it pays, or waits for its member’s choice', async () => {
  for (let round = 0; round < 3; round++)
    expect([
      [1, 'subject paid'],
      [1, 'suspense payment_review'],
    ]).toContainEqual(await besideExpiry(sound, (text) => text))
  await clean()
})

/** The order is found to be over, and its money comes before its end is written. */
async function paidBeforeItsEnd(shop: Shop, change: (text: string) => string) {
  const whose = await signedIn(shop)
  const one = await waiting(VA, shop, whose)
  await shop.karat.db.run(sql`update orders.orders set expires_at = now() where id = ${one.order.order_id}`)
  let found = () => {}
  const isOver = new Promise<void>((resolve) => {
    found = resolve
  })
  shop.intercept.current = async (text) => {
    if (!text.includes('update orders.orders set state = $')) return text
    found()
    await vi.waitFor(async () => expect(await stateOf(shop, one.order.order_id)).toBe('paid'), patience)
    return change(text)
  }
  const ending = expireOrders(shop.karat)
  await Promise.race([isOver, ending])
  await Promise.all([ending, comes(one, 0n, undefined, shop)])
  shop.intercept.current = undefined
  return stateOf(shop, one.order.order_id)
}

test('money that comes before the end is written keeps its order', async () => {
  expect(await paidBeforeItsEnd(sound, (text) => text)).toBe('paid')
  await clean()
})

test('control: an end that does not look at the state ends a paid order, and the audit says so', async () => {
  const looks = /and state = (\$\d+) returning id/
  let planted = 0
  const ended = await paidBeforeItsEnd(broken, (text) => {
    if (looks.test(text)) planted++
    return text.replace(looks, (_, from) => `and (state = ${from} or true) returning id`)
  })
  expect([planted, ended]).toEqual([1, 'expired'])
  expect((await auditLedger(broken.karat.db)).map(({ rule }) => rule)).toContain('a timeline has no jump')
})

test('the price that is guaranteed says nothing of the method: none is asked for before the cashier', async () => {
  expect(await guaranteed(sound, member, smallSku(sound))).toMatchObject({ method: 'card' })
})
