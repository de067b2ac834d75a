/** What happens at the edges of a payment: closed while it is read, never known to its provider, charged twice under one name. */
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { patience } from '../../../tests/support/patience.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, guaranteed, notify, payable, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { locksGivenUp, openShop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { PaymentProvider, ProviderAnswer } from '../../payments/contract.ts'
import { askAboutPayments } from '../../payments/worker.ts'
import type { OrderDetailView, OrderInfoView, PaymentViewData } from '../contract.ts'
import { expireOrders } from '../worker.ts'

const shop = openShop({}, undefined, locksGivenUp)
let member: TestMember
let skuId: number
let acquirer: PaymentProvider
beforeEach(async () => {
  shop.intercept.current = undefined
  acquirer ??= shop.karat.providers.get('sandbox') as PaymentProvider
  shop.karat.providers.set('sandbox', acquirer)
  await freshTick(shop)
  member = await signedIn(shop)
  skuId = await someSku(shop)
})

/** The acquirer as it is to us when it answers so. */
const answering = (answer: (reference: string) => ProviderAnswer) =>
  shop.karat.providers.set('sandbox', {
    ...acquirer,
    createCharge: async ({ reference }) => answer(reference),
    findCharge: async (reference) => answer(reference),
  })
const rowOf = async (paymentId: string) =>
  shop.karat.db.row<{ state: string; checked_at: Date | null }>(
    sql`select state, checked_at from payments.payments where id = ${paymentId}`,
  )
const askedLongAgo = (paymentId: string, sinceExpiry: string) =>
  shop.karat.db.run(sql`update payments.payments set state = 'unknown', checked_at = now() - interval '1 hour',
    expires_at = now() - ${sinceExpiry}::interval where id = ${paymentId}`)
const settled = () =>
  vi.waitFor(
    async () =>
      expect(
        await shop.karat.db.row(sql`select count(*)::int as waiting from payments.events where processed_at is null`),
      ).toEqual({ waiting: 0 }),
    patience,
  )

/** One after the other: of the same pieces a member has one guarantee at a time. */
async function severalPayable(count: number) {
  const all: Awaited<ReturnType<typeof payable>>[] = []
  while (all.length < count) all.push(await payable(shop, member, skuId))
  return all
}

test('a payment that its provider never heard of ends some time after it could have been paid, and not before', async () => {
  const { payment } = await payable(shop, member, skuId)
  answering(() => ({ outcome: 'absent' }))
  await askedLongAgo(payment.payment_id, '1 minute')
  await askAboutPayments(shop.karat)
  expect((await rowOf(payment.payment_id))?.state).toBe('unknown')
  await askedLongAgo(payment.payment_id, '6 minutes')
  await askAboutPayments(shop.karat)
  expect((await rowOf(payment.payment_id))?.state).toBe('expired')
})

test('no answer from its provider ends no payment, however late it is', async () => {
  const { payment } = await payable(shop, member, skuId)
  answering(() => ({ outcome: 'unknown' }))
  await askedLongAgo(payment.payment_id, '1 day')
  await askAboutPayments(shop.karat)
  expect((await rowOf(payment.payment_id))?.state).toBe('unknown')
})

test('one payment that cannot be settled keeps no other from being asked about', async () => {
  const all = await severalPayable(4)
  const ids = all.map(({ payment }) => payment.payment_id)
  const captured = (amountMinor: bigint, payment: PaymentViewData): ProviderAnswer => ({
    outcome: 'known',
    charge: {
      ...{ reference: payment.payment_id, providerReference: `ch_${payment.payment_id}`, state: 'captured' },
      ...{ amountMinor, currency: 'IDR', payUrl: null, declineReason: null },
    },
  })
  for (const id of ids) await askedLongAgo(id, '-1 hour')
  answering((reference) => {
    const which = ids.indexOf(reference)
    const payment = all[which]?.payment
    return payment ? captured(which === 3 ? BigInt(payment.amount) : 10n ** 20n, payment) : { outcome: 'unknown' }
  })
  await askAboutPayments(shop.karat)
  expect(await Promise.all(ids.map(async (id) => (await rowOf(id))?.state))).toEqual([
    'unknown',
    'unknown',
    'unknown',
    'captured',
  ])
})

test('a second charge under one payment’s name does not disappear: its money waits in suspense, once', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  const told = { reference: payment.payment_id, amount: payment.amount }
  await notify(shop, { ...told, charge: 'ch_first' })
  await settled()
  await Promise.all([1, 2, 3].map(() => notify(shop, { ...told, charge: 'ch_second' })))
  await settled()
  await notify(shop, { ...told, charge: 'ch_first' })
  await settled()
  const booked = await shop.karat.db.rows<{ kind: string; n: number }>(sql`
    select t.kind, count(*)::int as n from ledger.transfers t join payments.payments p on p.id::text = t.reference
    where p.subject_id = ${order.order_id} group by t.kind order by t.kind`)
  expect(booked).toEqual([
    { kind: 'payment_captured', n: 1 },
    { kind: 'payment_suspended', n: 1 },
  ])
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail.state).toBe('paid')
  expect(detail.payments).toHaveLength(2)
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a payment that is closed while pay_order looks for it is followed by a new one', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  let closed = false
  shop.intercept.current = async (text) => {
    if (closed || !/select \* from payments\.payments\s+where subject_id = \$1/.test(text)) return text
    closed = true
    await shop.karat.db.pool.query(`update payments.payments set state = 'declined' where id = $1`, [
      payment.payment_id,
    ])
    return text
  }
  const again = await call<PaymentViewData>(shop, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  expect([closed, again.http]).toEqual([true, 200])
  expect(again.data.payment_id).not.toBe(payment.payment_id)
})

test('a payment of an order that is over leads nowhere', async () => {
  const { order, payment } = await payable(shop, member, skuId)
  await shop.karat.db.run(sql`update payments.payments set state = 'pending', pay_url = 'https://acquirer.example/pay'
    where id = ${payment.payment_id}`)
  const read = () => ask<PaymentViewData>(shop, member, '/payment/getPay', { payment_id: payment.payment_id })
  expect((await read()).pay_url).toBe('https://acquirer.example/pay')
  await ask(shop, member, '/order/cancel_order', { order_id: order.order_id })
  expect((await read()).pay_url).toBeNull()
})

test('whatever an expired guarantee is refused with is what its key answers from then on', async () => {
  const { guarantee_id } = await guaranteed(shop, member, skuId)
  const stock = await stockOf(shop, skuId)
  const setStock = async (pieces: number) => {
    await shop.karat.db.run(sql`update catalogue.skus set stock = ${pieces} where id = ${skuId}`)
    await shop.karat.catalogue.refresh()
  }
  await shop.karat.db.run(
    sql`update orders.guarantees set expires_at = now() - interval '1 second' where id = ${guarantee_id}`,
  )
  const submit = () =>
    call(shop, member, '/product/submit_order', { guarantee_id }, { 'idempotency-key': `once ${guarantee_id}` })
  await setStock(0)
  const first = await submit()
  await setStock(stock)
  const second = await submit()
  expect([first.error, second.error]).toEqual(['out_of_stock', 'out_of_stock'])
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('a key used in one store says nothing in another', async () => {
  const { guarantee_id } = await guaranteed(shop, member, skuId)
  const submitIn = async (store: string) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/store${store}/product/submit_order`,
      headers: { authorization: `Bearer ${member.token}`, 'idempotency-key': 'the same in both' },
      payload: { guarantee_id },
    })
    return answer.json<{ error: string | null; data: OrderInfoView }>()
  }
  expect((await submitIn('my')).error).toBe('not_found')
  expect((await submitIn('id')).error).toBeNull()
})

test('a cart line that is not sold any more keeps nobody from ordering the rest; naming it is refused', async () => {
  const other = shop.karat.catalogue
    .products('id')
    .flatMap((product) => product.skus)
    .find((sku) => sku.stock > 5 && sku.id !== skuId)?.id
  for (const id of [skuId, other]) await ask(shop, member, '/product/add_cart', { sku_id: id, quantity: 1 })
  const publish = async (value: string) => {
    await shop.karat.db.run(
      sql`update catalogue.skus set published_at = case when ${value} = 'now' then now() end where id = ${other ?? 0}`,
    )
    await shop.karat.catalogue.refresh()
  }
  await publish('never')
  const rest = await call<{ lines: { sku_id: number }[] }>(shop, member, '/product/confirm_cart_order', {})
  expect([rest.http, rest.data.lines.map((line) => line.sku_id)]).toEqual([200, [skuId]])
  const named = await call(shop, member, '/product/confirm_cart_order', { sku_ids: [skuId, other] })
  expect([named.error, named.data]).toMatchObject(['cart_line_unavailable', { sku_ids: [other] }])
  await publish('now')
})

test('an order that somebody holds on to keeps no other from expiring', async () => {
  const orders = await severalPayable(3)
  const ids = orders.map(({ order }) => order.order_id)
  for (const [n, id] of ids.entries())
    await shop.karat.db.run(
      sql`update orders.orders set expires_at = now() - make_interval(secs => ${10 - n}::int) where id = ${id}`,
    )
  const holder = await shop.karat.db.pool.connect()
  await holder.query('begin')
  await holder.query('select from orders.orders where id = $1 for update', [ids[0]])
  expect(await expireOrders(shop.karat)).toBe(2)
  await holder.query('rollback')
  holder.release()
  expect(await expireOrders(shop.karat)).toBe(1)
})
