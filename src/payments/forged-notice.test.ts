/** A notice alone books nothing: what the provider answers does (G6). Signed with the right secret, every notice here says what is not so. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { stateOf } from '../../tests/support/money-back.ts'
import { acquirerSays, ask, knock, payable, type SentNotice, someSku } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import type { OrderInfoView, PaymentViewData } from '../orders/contract.ts'
import type { PaymentProvider } from './contract.ts'
import type { ProviderEventView } from './office-contract.ts'
import { processWaitingEvents } from './worker.ts'

const { sound, broken } = openShopPair()
let member: TestMember
let acquirer: PaymentProvider
beforeEach(async () => {
  member = await signedIn(sound)
  acquirer = sound.karat.providers.get('sandbox') as PaymentProvider
})

/** An order whose charge is open at the acquirer, and a notice that says otherwise. */
async function toldOf(shop: Shop, lie: Partial<SentNotice>, has: Partial<SentNotice> = { state: 'pending' }) {
  const buyer = shop === sound ? member : await signedIn(shop)
  const { order, payment } = await payable(shop, buyer, await someSku(shop))
  const truth = { reference: payment.payment_id, amount: payment.amount }
  acquirerSays(shop, { ...truth, ...has })
  const id = `evt_${payment.payment_id}`
  expect((await knock(shop, { ...truth, id, ...lie })).statusCode).toBe(200)
  return { order, payment, id }
}
const eventOf = ({ karat }: Shop, id: string) =>
  karat.db.row<{ asked: number; tries: number; outcome: string | null; done: boolean }>(
    sql`select asked, tries, outcome, processed_at is not null as done from payments.events where event_id = ${id}`,
  )
/** The round, again and again, as if the time between had gone by, until the notice is done. */
async function untilDone(shop: Shop, id: string) {
  await expect.poll(async () => (await eventOf(shop, id))?.asked ?? 0).toBeGreaterThan(0)
  while (!(await eventOf(shop, id))?.done) {
    await shop.karat.db.run(sql`update payments.events set next_try_at = now() where event_id = ${id}`)
    await processWaitingEvents(shop.karat)
  }
  return eventOf(shop, id)
}
const bookedFor = async ({ karat }: Shop, orderId: string) =>
  (
    await karat.db.row<{ n: number }>(sql`select count(*)::int as n from ledger.transfers t
      join payments.payments p on p.id::text = t.reference where p.subject_id = ${orderId}`)
  )?.n
const listed = async (shop: Shop, id: string) => {
  const desk = await staffSignedIn(shop, 'desk')
  const { rows } = (await askStaff(shop, desk, `/events/list?state=unconfirmed&q=${id}`)).data as {
    rows: ProviderEventView[]
  }
  return rows
}

test.each<[string, Partial<SentNotice>]>([
  ['captured, of a charge that is open', {}],
  ['captured, of a charge that never existed', { charge: 'ch_of_nobody' }],
  ['another amount, of a charge that is open', { amount: '1' }],
])('a signed notice that says %s books nothing, is asked about again and then listed', async (_title, lie) => {
  const { order, id } = await toldOf(sound, lie)
  expect(await untilDone(sound, id)).toMatchObject({ outcome: 'not_confirmed', tries: 0, asked: 5 })
  expect([await stateOf(sound, order.order_id), await bookedFor(sound, order.order_id)]).toEqual(['pending_payment', 0])
  expect(await listed(sound, id)).toMatchObject([{ state: 'unconfirmed', order_id: order.order_id }])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('a notice of a stranger’s captured charge under another order’s name books nothing', async () => {
  const theirs = await payable(sound, await signedIn(sound), await someSku(sound))
  acquirerSays(sound, { reference: theirs.payment.payment_id, amount: theirs.payment.amount, charge: 'ch_theirs' })
  const { order, id } = await toldOf(sound, { charge: 'ch_theirs' })
  expect(await untilDone(sound, id)).toMatchObject({ outcome: 'not_confirmed' })
  expect(await stateOf(sound, order.order_id)).toBe('pending_payment')
  expect(await stateOf(sound, theirs.order.order_id)).toBe('pending_payment')
})

test('of a notice with three times the amount the provider’s own amount is booked', async () => {
  const { order, payment, id } = await toldOf(sound, { amount: '99999999999' }, { state: 'captured' })
  expect(await untilDone(sound, id)).toMatchObject({ outcome: 'not_confirmed' })
  expect(await stateOf(sound, order.order_id)).toBe('paid')
  expect(
    await sound.karat.db.row(
      sql`select captured_minor as captured from payments.payments where id = ${payment.payment_id}`,
    ),
  ).toEqual({ captured: BigInt(payment.amount) })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('while the provider is away the notice waits without using up its tries, and its member is told so', async () => {
  const { order, payment } = await payable(sound, member, await someSku(sound))
  const info = async () =>
    (await ask<OrderInfoView>(sound, member, '/order/order_info', { order_id: order.order_id })).payment
  expect((await info())?.confirming).toBe(false)
  sound.karat.providers.set('sandbox', { ...acquirer, findCharge: async () => ({ outcome: 'unknown' }) })
  const id = `evt_${payment.payment_id}`
  await knock(sound, { id, reference: payment.payment_id, amount: payment.amount })
  for (let asked = 1; asked <= 8; asked++) {
    await expect.poll(async () => (await eventOf(sound, id))?.asked).toBe(asked)
    await sound.karat.db.run(sql`update payments.events set next_try_at = now() where event_id = ${id}`)
    await processWaitingEvents(sound.karat)
  }
  expect(await eventOf(sound, id)).toMatchObject({ tries: 0, done: false })
  expect([(await info())?.confirming, await stateOf(sound, order.order_id)]).toEqual([true, 'pending_payment'])
  const pay = await ask<PaymentViewData>(sound, member, '/payment/getPay', { payment_id: payment.payment_id })
  expect(pay.confirming).toBe(true)
  const wait = await sound.karat.db.row<{ seconds: number }>(
    sql`select extract(epoch from next_try_at - now())::int as seconds from payments.events where event_id = ${id}`,
  )
  expect(wait?.seconds).toBeGreaterThan(300)

  sound.karat.providers.set('sandbox', acquirer)
  acquirerSays(sound, { reference: payment.payment_id, amount: payment.amount })
  await untilDone(sound, id)
  expect([(await info())?.confirming, await stateOf(sound, order.order_id)]).toEqual([false, 'paid'])
})

test('no statement goes out inside a transaction while the provider is asked', async () => {
  const { payment } = await payable(sound, member, await someSku(sound))
  acquirerSays(sound, { reference: payment.payment_id, amount: payment.amount })
  const provider = sound.karat.providers.get('sandbox') as PaymentProvider
  let open: number | undefined
  sound.karat.providers.set('sandbox', {
    ...provider,
    findCharge: async (reference, named) => {
      const row = await sound.karat.db.row<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
      open = row?.n
      return provider.findCharge(reference, named)
    },
  })
  const id = `evt_${payment.payment_id}`
  await knock(sound, { id, reference: payment.payment_id, amount: payment.amount })
  await expect.poll(async () => (await eventOf(sound, id))?.outcome).toBe('order_paid')
  expect(open).toBe(0)
})

test('control: a shop that takes the notice for the provider’s answer sells for a signature, and that is seen', async () => {
  const provider = broken.karat.providers.get('sandbox') as PaymentProvider
  const buyer = await signedIn(broken)
  const { order, payment } = await payable(broken, buyer, await someSku(broken))
  const read = async (reference: string) => {
    const row = await broken.karat.db.row<{ payload: { amountMinor: string; state: 'captured'; currency: string } }>(
      sql`select payload from payments.events where payload->>'reference' = ${reference}`,
    )
    return row?.payload
  }
  broken.karat.providers.set('sandbox', {
    ...provider,
    findCharge: async (reference, named) => {
      const told = await read(reference)
      if (!told || !named) return { outcome: 'absent' }
      const charge = { ...told, reference, providerReference: named, payUrl: null, declineReason: null }
      return { outcome: 'known', charge: { ...charge, amountMinor: BigInt(told.amountMinor) } }
    },
  })
  await knock(broken, { reference: payment.payment_id, amount: payment.amount })
  await expect.poll(() => stateOf(broken, order.order_id)).toBe('paid')
})
