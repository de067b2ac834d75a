/** Refunds at a provider that refuses, is slow, says nothing or says it twice: the money goes back once or stays (G10). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import {
  fakeAcquirer,
  type Paid,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  untilProcessed,
} from '../../tests/support/money-back.ts'
import { patience } from '../../tests/support/patience.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, notifyBody, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import type { ProviderRefund, RefundAnswer } from './contract.ts'
import { askForRefunds } from './process-refund.ts'
import { openRefund } from './refunds.ts'
import { retryRefund } from './return-money.ts'

const shop = openShop()
let member: TestMember
let acquirer: ReturnType<typeof fakeAcquirer>
beforeEach(async () => {
  shop.intercept.current = undefined
  acquirer = fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
  await refundsDone(shop) // what the test before left is settled, and asked about no more
  acquirer.asked.length = 0
})

async function cancelled(): Promise<Paid> {
  const paid = await paidOrder(shop, member, await someSku(shop))
  const { quote_id } = await quoted(shop, member, paid.order.order_id)
  await ask(shop, member, '/order/cancel_order', { order_id: paid.order.order_id, quote_id })
  return paid
}
const only = async (paid: Paid) => {
  const [refund, ...others] = await refundsOf(shop, paid.order.order_id)
  if (!refund || others.length > 0) throw new Error(`${others.length} further refunds`)
  return refund
}
const as =
  (state: ProviderRefund['state'], failure: string | null = null) =>
  (refund: { reference: string; amountMinor: bigint }): RefundAnswer => ({
    outcome: 'known',
    refund: { ...refund, providerReference: `rf_${refund.reference}`, state, failure },
  })
const booked = async (id: string) =>
  (
    await shop.karat.db.row<{ n: number }>(
      sql`select count(*)::int as n from ledger.transfers where kind = 'payment_refunded' and reference = ${id}`,
    )
  )?.n
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])
const told = (refund: { id: string; amount: bigint }, state: string, more: object = {}) =>
  notifyBody(shop, {
    id: `evt_${randomUUID()}`,
    type: `refund.${state}`,
    data: {
      id: `rf_${refund.id}`,
      reference: refund.id,
      charge_id: 'ch_1',
      amount_minor: refund.amount.toString(),
      state,
      failure_reason: state === 'failed' ? 'card_closed' : null,
      ...more,
    },
  })

test('a refused refund leaves no entry, is said, and a new try with a new key works', async () => {
  acquirer.answer = as('failed', 'card_closed')
  const paid = await cancelled()
  await refundsDone(shop)
  const refused = await only(paid)
  expect(refused).toMatchObject({ state: 'failed', failure: 'card_closed' })
  expect(await booked(refused.id)).toBe(0)
  await refundsDone(shop)
  expect(acquirer.asked.filter((one) => one.reference === refused.id)).toHaveLength(1)
  acquirer.answer = as('settled')
  const again = await retryRefund(shop.karat.db, { refundId: refused.id, actor: 'staff:budi' })
  expect(again.id).not.toBe(refused.id)
  await expect(retryRefund(shop.karat.db, { refundId: refused.id, actor: 'staff:budi' })).rejects.toMatchObject({
    code: 'refund_state',
  })
  await refundsDone(shop)
  expect((await refundsOf(shop, paid.order.order_id)).map(({ state }) => state)).toEqual(['failed', 'settled'])
  expect(await booked(again.id)).toBe(1)
  await expect(retryRefund(shop.karat.db, { refundId: again.id, actor: 'staff:budi' })).rejects.toMatchObject({
    code: 'refund_state',
  })
  await clean()
})

test('an answer that never came is asked for again, never guessed: one refund at the provider', async () => {
  const paid = await cancelled()
  acquirer.answer = () => ({ outcome: 'unknown' })
  await refundsDone(shop)
  const refund = await only(paid)
  expect([refund.state, await booked(refund.id)]).toEqual(['pending', 0])
  acquirer.found = { outcome: 'unknown' }
  await refundsDone(shop)
  expect(acquirer.asked).toHaveLength(1)
  acquirer.found = as('settled')({ reference: refund.id, amountMinor: refund.amount })
  await refundsDone(shop)
  expect([(await only(paid)).state, await booked(refund.id), acquirer.asked.length]).toEqual(['settled', 1, 1])
  await clean()
})

test('a refund that the provider never heard of is asked for once more under the same key', async () => {
  const paid = await cancelled()
  acquirer.answer = () => ({ outcome: 'unknown' })
  await refundsDone(shop)
  acquirer.answer = as('settled')
  await refundsDone(shop)
  expect(new Set(acquirer.asked.map((one) => one.reference)).size).toBe(1)
  expect((await only(paid)).state).toBe('settled')
  await clean()
})

test('what is not due is not asked about: each try waits twice as long', async () => {
  const paid = await cancelled()
  acquirer.answer = as('pending')
  await refundsDone(shop)
  acquirer.found = as('pending')({ reference: (await only(paid)).id, amountMinor: (await only(paid)).amount })
  await askForRefunds(shop.karat)
  const row = await shop.karat.db.row<{ tries: number; waits: boolean }>(sql`
    select tries, next_try_at > now() + interval '2 seconds' as waits from payments.refunds where subject_id = ${paid.order.order_id}`)
  expect(row).toEqual({ tries: 1, waits: true })
})

test('20 signed notices and 20 answers of one refund at once book it once and write one mail', async () => {
  const paid = await cancelled()
  acquirer.answer = as('pending')
  await refundsDone(shop)
  const refund = await only(paid)
  acquirer.found = as('settled')({ reference: refund.id, amountMinor: refund.amount })
  await shop.karat.db.run(sql`update payments.refunds set next_try_at = now() where state = 'pending'`)
  await Promise.all([
    ...Array.from({ length: 20 }, () => told(refund, 'settled')),
    ...Array.from({ length: 20 }, () => askForRefunds(shop.karat)),
  ])
  await untilProcessed(shop)
  expect([(await only(paid)).state, await booked(refund.id)]).toEqual(['settled', 1])
  const mails = await shop.karat.db.row(
    sql`select count(*)::int as n from mail.messages where once_key = ${`money_returned:${refund.id}`}`,
  )
  expect(mails).toEqual({ n: 1 })
  await clean()
})

test('a notice of a refusal after the money went back changes nothing, nor one of another amount or of no refund', async () => {
  const paid = await cancelled()
  await refundsDone(shop)
  const refund = await only(paid)
  await told(refund, 'failed')
  await told({ id: randomUUID(), amount: 5n }, 'settled')
  await told({ id: 'no id at all', amount: 5n }, 'settled')
  await untilProcessed(shop)
  expect([(await only(paid)).state, await booked(refund.id)]).toEqual(['settled', 1])
  const outcomes = await shop.karat.db.rows<{ outcome: string }>(
    sql`select outcome from payments.events where type like 'refund.%' order by received_at desc limit 3`,
  )
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['nothing_new', 'unknown_refund', 'unknown_refund'])
  await clean()
})

test('an answer about another amount is a defect: nothing is booked, and it is tried again', async () => {
  const paid = await cancelled()
  acquirer.answer = ({ reference }) => as('settled')({ reference, amountMinor: 1n })
  await refundsDone(shop)
  const refund = await only(paid)
  expect([refund.state, await booked(refund.id)]).toEqual(['pending', 0])
})

test('the database itself refuses more than was captured, a decided refund decided anew, and a refund removed', async () => {
  const { payment } = await paidOrder(shop, member, await someSku(shop))
  const row = await shop.karat.db.row<Parameters<typeof openRefund>[1]>(
    sql`select * from payments.payments where id = ${payment.payment_id}`,
  )
  if (!row) throw new Error('no payment')
  const open = (goods: bigint, occasion: string) =>
    shop.karat.db.transaction((tx) => openRefund(tx, row, { parts: { order_money: goods }, occasion, actor: 'test' }))
  await expect(open(row.amount_minor + 1n, 'too much')).rejects.toMatchObject({ code: 'refund_exceeds_captured' })
  const first = await open(row.amount_minor, 'all of it')
  await expect(open(1n, 'one unit more')).rejects.toMatchObject({ code: 'refund_exceeds_captured' })
  expect(await open(5n, 'all of it')).toBeUndefined()
  const { db } = shop.karat
  await db.run(sql`update payments.refunds set state = 'failed', decided_at = now() where id = ${first?.id ?? ''}`)
  for (const statement of [
    sql`update payments.refunds set state = 'settled' where id = ${first?.id ?? ''}`,
    sql`update payments.refunds set amount_minor = 1, allocated_minor = 1 where id = ${first?.id ?? ''}`,
    sql`delete from payments.refunds where id = ${first?.id ?? ''}`,
  ])
    await expect(db.run(statement)).rejects.toThrow(/refund/)
  expect(await open(row.amount_minor, 'all of it')).toBeDefined()
})

test('the database itself refuses parts that do not sum to their refund or set-off, come later, or are taken from elsewhere', async () => {
  const { payment } = await paidOrder(shop, member, await someSku(shop))
  const { db } = shop.karat
  const refund = (amount: bigint, allocated: bigint, parts: [kind: string, amount: bigint][]) =>
    db.run(sql`
      with refund as (
        insert into payments.refunds (id, payment_id, subject_id, member_id, store, currency, amount_minor, allocated_minor, occasion, actor)
        select gen_random_uuid(), id, subject_id, member_id, store, currency, ${amount}, ${allocated}, gen_random_uuid()::text, 'test'
        from payments.payments where id = ${payment.payment_id} returning id)
      insert into payments.refund_parts select refund.id, part.kind, part.amount
      from refund, unnest(${parts.map(([kind]) => kind)}::text[], ${parts.map(([, part]) => part)}::bigint[]) as part(kind, amount)`)
  await expect(refund(10n, 10n, [['order_money', 9n]])).rejects.toThrow('the parts of a refund sum to it')
  await expect(refund(10n, 10n, [])).rejects.toThrow('the parts of a refund sum to it')
  await expect(
    refund(10n, 10n, [
      ['order_money', 7n],
      ['suspense', 3n],
    ]),
  ).rejects.toThrow('the parts of a refund sum to it')
  await expect(refund(10n, 10n, [['vault', 10n]])).rejects.toThrow('nothing is taken from vault')
  await expect(refund(10n, 10n, [['provider_clearing', 10n]])).rejects.toThrow(
    'nothing is taken from provider_clearing',
  )
  await refund(10n, 10n, [
    ['order_money', 7n],
    ['tax_payable', 3n],
  ])
  const later = sql`insert into payments.refund_parts select id, 'insurance_fees', 1 from payments.refunds where payment_id = ${payment.payment_id}`
  await expect(db.run(later)).rejects.toThrow('the parts of a refund sum to it')
  for (const statement of [
    sql`update payments.refund_parts set amount_minor = 1`,
    sql`delete from payments.refund_parts`,
  ])
    await expect(db.run(statement)).rejects.toThrow('permission denied')
  const setOff = sql`
    with set_off as (
      insert into payments.set_offs (id, payment_id, occasion, receivable_minor, loss_minor, actor)
      select gen_random_uuid(), id, 'x', 5, 0, 'test' from payments.payments where id = ${payment.payment_id} returning id)
    insert into payments.set_off_parts select id, 'order_money', 4 from set_off`
  await expect(db.run(setOff)).rejects.toThrow('the parts of a set-off sum to it')
  expect(await refundsOf(shop, payment.order_id)).toMatchObject([{ amount: 10n, suspense: 0n }])
})

test('one refund that cannot be settled holds up no other', async () => {
  const [one, two] = [await cancelled(), await cancelled()]
  const bad = (await only(one)).id
  acquirer.answer = (refund) =>
    refund.reference === bad ? as('settled')({ ...refund, amountMinor: 1n }) : as('settled')(refund)
  await vi.waitFor(async () => {
    await refundsDone(shop)
    expect((await only(two)).state).toBe('settled')
  }, patience)
  expect((await only(one)).state).toBe('pending')
})
