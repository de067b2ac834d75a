/** Several tenders of one subject: a purpose of this file's own, whose subjects cost 100 and are paid in any number of parts. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { metAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { houseLegs } from '../ledger/ledger-rules.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import type { Payment } from './contract.ts'
import { openPayment } from './open-payment.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import type { Settler } from './settler.ts'
import { lockPayment } from './store-event.ts'
import { judgeTender } from './tender-rules.ts'
import { returnTenders } from './tenders.ts'

const shop = openShop()
afterEach(() => {
  shop.intercept.current = undefined
})

const toSubject = (kind: 'payment_captured' | 'payment_honoured', payment: Payment): Posting => {
  const from = kind === 'payment_captured' ? 'provider_clearing' : 'suspense'
  const legs = houseLegs('id', 'IDR', { [from]: -payment.amount_minor, order_money: payment.amount_minor })
  return { kind, reference: payment.id, actor: 'test', legs }
}

/** `held`: whether it holds its subject while it judges, as a settler has to. */
function settlerOf({ held }: { held: boolean }): Settler {
  const paid = new Set<string>()
  return {
    async fulfil(tx, payment, parts) {
      if (held) await tx.run(sql`select pg_advisory_xact_lock(hashtext(${payment.subject_id}))`)
      if (paid.has(payment.subject_id)) return undefined
      const before = parts.reduce((sum, { captured_minor }) => sum + (captured_minor ?? 0n), 0n)
      const brought = judgeTender(100n, { before, now: payment.amount_minor })
      if (brought !== 'pays') return brought === 'is a part' ? brought : undefined
      paid.add(payment.subject_id)
      const postings = [
        ...parts.map((part) => toSubject('payment_honoured', part)),
        toSubject('payment_captured', payment),
      ]
      return { subject: { id: payment.subject_id, number: 'T-1', store: 'id' }, postings }
    },
    lock: async (_tx, id) => ({ id, number: 'T-1', store: 'id' }),
    keepSuspended: async () => false,
    keepsSurplus: () => false,
    numberOf: async () => 'T-1',
  }
}

async function subject({ karat }: Shop, settler: Settler = settlerOf({ held: true })) {
  const [id, member] = [randomUUID(), await signedIn(shop)]
  /** A payment of this amount that nobody waits for any more, so that another can be open beside it. */
  const open = async (amount: bigint): Promise<Payment> => {
    const payment = await openPayment(karat.db, {
      ...{
        purpose: 'order',
        subject_id: id,
        member_id: member.id,
        store: 'id',
        provider: 'sandbox',
        method: 'card',
        bank: null,
      },
      ...{ amount_minor: amount, currency: 'IDR', expires_at: new Date(shop.clock.ms + 60_000) },
    })
    await karat.db.run(sql`update payments.payments set state = 'expired' where id = ${payment.id}`)
    return payment
  }
  const capture = (payment: Payment): Promise<Settled> =>
    karat.db.transaction(async (tx) => {
      const locked = await lockPayment(tx, payment.id)
      if (!locked) throw new Error('it is there')
      const { id: reference, amount_minor: amountMinor, currency } = payment
      const charge = { reference, amountMinor, currency, payUrl: null, declineReason: null }
      const captured = { ...charge, providerReference: `ch_${reference}`, state: 'captured' as const }
      return settlePayment(
        tx,
        { order: settler, deposit: settler, purchase: settler },
        { payment: locked, charge: captured, asked: locked.bookings },
      )
    })
  const tenders = () =>
    karat.db.rows<{ amount: bigint; state: string }>(
      sql`select amount_minor as amount, state from payments.tenders where subject_id = ${id} order by brought_at`,
    )
  const back = async () =>
    (
      await karat.db.rows<{ amount: bigint }>(
        sql`select amount_minor as amount from payments.refunds where subject_id = ${id} order by created_at`,
      )
    ).map(({ amount }) => amount)
  const pay = async (...amounts: bigint[]) => {
    const said: Settled[] = []
    for (const amount of amounts) said.push(await capture(await open(amount)))
    return said
  }
  return { id, open, capture, pay, tenders, back }
}

const used = (...amounts: bigint[]) => amounts.map((amount) => ({ amount, state: 'used' }))

test('is paid when its tenders sum to its total, and each of them is used', async () => {
  const one = await subject(shop)
  expect(await one.pay(60n, 30n, 10n)).toEqual(['part_paid', 'part_paid', 'order_paid'])
  expect([await one.tenders(), await one.back()]).toEqual([used(60n, 30n, 10n), []])
  const books = await shop.karat.db.rows(sql`
    select a.kind, sum(leg.amount)::int as sum
    from ledger.transfers t, unnest(t.accounts, t.amounts) as leg(account_id, amount), ledger.accounts a
    where a.id = leg.account_id and t.reference in (select id::text from payments.payments where subject_id = ${one.id})
    group by a.kind order by a.kind`)
  expect(books).toEqual([
    { kind: 'order_money', sum: 100 },
    { kind: 'provider_clearing', sum: -100 },
    { kind: 'suspense', sum: 0 },
  ])
})

test.each<[string, bigint[], Settled[], { amount: bigint; state: string }[], bigint[]]>([
  [
    'one short waits',
    [60n, 39n],
    ['part_paid', 'part_paid'],
    [60n, 39n].map((amount) => ({ amount, state: 'waiting' })),
    [],
  ],
  [
    'one that is too much goes back',
    [60n, 41n],
    ['part_paid', 'suspended'],
    [{ amount: 60n, state: 'waiting' }],
    [41n],
  ],
  ['one that is late goes back', [60n, 40n, 5n], ['part_paid', 'order_paid', 'suspended'], used(60n, 40n), [5n]],
  ['a double one goes back', [60n, 40n, 40n], ['part_paid', 'order_paid', 'suspended'], used(60n, 40n), [40n]],
  [
    'a part beside the whole goes back',
    [60n, 100n],
    ['part_paid', 'order_paid'],
    [{ amount: 60n, state: 'ended' }, ...used(100n)],
    [60n],
  ],
])('%s', async (_, amounts, said, tenders, back) => {
  const one = await subject(shop)
  expect(await one.pay(...amounts)).toEqual(said)
  expect([await one.tenders(), await one.back()]).toEqual([tenders, back])
})

test('goes back tender by tender, what was brought last first, and never more than all of them brought', async () => {
  const one = await subject(shop)
  await one.pay(60n, 40n)
  const giveBack = (amount: bigint, occasion: string) =>
    shop.karat.db.transaction((tx) =>
      returnTenders(tx, one.id, { parts: { order_money: amount }, occasion, actor: 'test' }),
    )
  expect(await giveBack(70n, randomUUID())).toBe(70n)
  expect(await one.back()).toEqual([40n, 30n])
  await expect(giveBack(31n, randomUUID())).rejects.toMatchObject({ code: 'refund_exceeds_captured' })
  expect(await giveBack(30n, randomUUID())).toBe(30n)
  expect(await one.back()).toEqual([40n, 30n, 30n])
})

test('the database itself takes no tender but what its payment brought, and uses it once', async () => {
  const one = await subject(shop)
  await one.pay(60n)
  const { db } = shop.karat
  const unpaid = await one.open(40n)
  const invented = sql`
    insert into payments.tenders (id, purpose, subject_id, kind, payment_id, amount_minor, currency, state)
    select id, purpose, subject_id, method, id, amount_minor, currency, 'used' from payments.payments where id = ${unpaid.id}`
  await expect(db.run(invented)).rejects.toThrow('a tender is what its payment brought')
  const early = sql`update payments.tenders set state = 'used' where subject_id = ${one.id}`
  await expect(db.run(early)).rejects.toThrow('a tender is what its payment brought')
  await db.run(sql`update payments.tenders set state = 'ended' where subject_id = ${one.id}`)
  const again = sql`update payments.tenders set state = 'waiting' where subject_id = ${one.id}`
  await expect(db.run(again)).rejects.toThrow('a tender is used or ended once')
  for (const statement of [sql`update payments.tenders set amount_minor = 1`, sql`delete from payments.tenders`])
    await expect(db.run(statement)).rejects.toThrow('permission denied')
})

/** The two parts that make up a subject, captured at the same moment. */
async function bothAtOnce(held: boolean) {
  const one = await subject(shop, settlerOf({ held }))
  const parts = [await one.open(60n), await one.open(40n)]
  return (await Promise.all(parts.map(one.capture))).toSorted()
}

test('of two parts that come at once the later one pays', async () => {
  for (let round = 0; round < 8; round++) expect(await bothAtOnce(true)).toEqual(['order_paid', 'part_paid'])
})

test('control: where the settler does not hold its subject both are taken for the first part, and that is seen', async () => {
  shop.intercept.current = metAt('insert into payments.tenders', 2, (text) => text)
  expect(await bothAtOnce(false)).toEqual(['part_paid', 'part_paid'])
})
