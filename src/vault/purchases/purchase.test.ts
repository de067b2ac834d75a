/** Grams that are bought with money from outside: what becomes of it, whatever its provider and its bank do (G5–G7, G14). */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { clearHit, stopMember } from '../../../tests/support/cases.ts'
import { takesCharges } from '../../../tests/support/deposits.ts'
import { disputed } from '../../../tests/support/disputes.ts'
import {
  expirePurchase,
  type OpenPurchase,
  openPurchase,
  outsideQuote,
  paidPurchase,
  passTime,
  payPurchase,
  purchaseOf,
  tryPurchase,
  withPayment,
} from '../../../tests/support/gold-purchases.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, refundsDone, refundsOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call, knock } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { afterTampering } from '../../../tests/support/tampering.ts'
import { addressOf, send } from '../../../tests/support/transfers.ts'
import {
  auditVault,
  fillVault,
  heldBy,
  openVault,
  quote,
  trade,
  vaultMember,
  violationsBeside,
} from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { haltPrices, resumePrices } from '../../pricing/halt-prices.ts'
import { settings } from '../../settings.ts'
import type { PurchaseInfoView } from './purchase-contract.ts'

const shop = openShop()
const GRAM = 10_000n
const MILLION = 1_000_000n
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 1000n * GRAM)
  fakeAcquirer(shop)
  takesCharges(shop)
})
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await vaultMember(shop)
})
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
})

const units = ({ weight }: Pick<PurchaseInfoView, 'weight'>) => BigInt(weight.replace('.', ''))
const back = async ({ purchase_id }: OpenPurchase) => {
  await refundsDone(shop)
  return (await refundsOf(shop, purchase_id)).map(({ state, amount }) => ({ state, amount }))
}
const settled = (amount: bigint) => [{ state: 'settled', amount }]
const usedToday = async ({ id }: TestMember) =>
  (
    await shop.karat.db.row<{ used: bigint }>(
      sql`select sum(used)::bigint as used from kyc.days where member_id = ${id}`,
    )
  )?.used ?? 0n
const owed = async ({ payment }: OpenPurchase) =>
  (
    await shop.karat.db.row<{ owed: bigint }>(sql`
      select (short_minor - covered_minor + (select coalesce(sum(short_minor - covered_minor), 0)
        from payments.disputes where payment_id = p.id))::bigint as owed from payments.payments p where id = ${payment.payment_id}`)
  )?.owed

test('the price holds for ten minutes; the money buys the grams at once, however often it is told of, and the letter says so', async () => {
  const quoted = await outsideQuote(shop, member, 'amount', '1000000')
  expect(Date.parse(quoted.expires_at) - Date.parse(quoted.created_at)).toBe(settings.trade.outsideSeconds * 1000)
  expect(quoted.methods.map(({ method, refused }) => [method, refused])).toEqual([
    ['card', null],
    ['va', null],
    ['qris', null],
  ])
  const { http, data } = await tryPurchase(shop, member, { quote_id: quoted.quote_id })
  expect([http, data]).toMatchObject([
    200,
    { state: 'open', weight: quoted.weight, amount: '1000000', price: quoted.price, payment: { method: 'card' } },
  ])
  expect(data.payment.pay_url).toMatch(/^http:\/\/bank.test\//)
  const opened = await withPayment(shop, data)
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: 0n })
  await payPurchase(shop, opened)
  await Promise.all(
    Array.from({ length: 20 }, () => knock(shop, { reference: opened.payment.payment_id, amount: '1000000' })),
  )
  await untilProcessed(shop)
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: units(data) })
  const info = await purchaseOf(shop, member, opened)
  expect(info).toMatchObject({ state: 'paid', gold: data.weight, returning: false })
  const days = (Date.parse(info.clears_at ?? '') - Date.parse(info.paid_at ?? '')) / 86_400_000
  expect(days).toBe(settings.clearing.card.newPayerDays)
  const { subject, body } = await newestMail(shop, `${member.id}@karat.test`)
  expect([subject, body]).toEqual([expect.stringContaining(data.weight), expect.stringContaining(data.number)])
})

test('a quote is used once, by its member, and pays no trade from a balance; the other pays nothing from outside', async () => {
  const rich = await vaultMember(shop, { cash: 2n * MILLION })
  const outside = await outsideQuote(shop, rich, 'amount', '1000000')
  const balance = await quote(shop, rich, 'purchase', 'amount', '1000000')
  expect(await trade(shop, rich, 'purchase', outside)).toMatchObject({ error: 'not_found' })
  expect(await tryPurchase(shop, rich, balance)).toMatchObject({ error: 'not_found' })
  expect(await tryPurchase(shop, member, outside)).toMatchObject({ error: 'not_found' })
  expect(await tryPurchase(shop, rich, { ...outside, pin: '111222' })).toMatchObject({ error: 'pin_wrong' })
  expect(await tryPurchase(shop, rich, outside)).toMatchObject({ http: 200 })
  expect(await tryPurchase(shop, rich, outside)).toMatchObject({ error: 'quote_expired' })
  const late = await outsideQuote(shop, rich, 'amount', '1000000')
  await shop.karat.db.run(sql`update vault.quotes set expires_at = now() where id = ${late.quote_id}`)
  expect(await tryPurchase(shop, rich, late)).toMatchObject({ http: 409, error: 'quote_expired' })
})

test('refusals leave nothing taken of the day: method, level, hold, an empty vault', async () => {
  const small = await vaultMember(shop, { level: 1 })
  const much = await outsideQuote(shop, small, 'weight', '31')
  expect(await tryPurchase(shop, small, much)).toMatchObject({ code: 6000, error: 'verification_required' })
  const dear = await outsideQuote(shop, member, 'amount', '20000000')
  expect(dear.methods.find(({ method }) => method === 'qris')).toMatchObject({ refused: 'too_much' })
  expect(await tryPurchase(shop, member, { ...dear, method: 'qris' })).toMatchObject({
    ...{ error: 'method_unavailable', data: { why: 'too_much' } },
  })
  await haltPrices(shop.karat, { store: 'id', by: 'test', reason: 'test', guarantees: 'held' })
  expect(await tryPurchase(shop, member, dear)).toMatchObject({ error: 'price_on_hold' })
  await resumePrices(shop.karat, { store: 'id', by: 'test', reason: 'test' })
  const all = await outsideQuote(shop, member, 'weight', '3000')
  expect(await tryPurchase(shop, member, all)).toMatchObject({ http: 409, error: 'gold_sold_out' })
  expect([await usedToday(small), await usedToday(member)]).toEqual([0n, 0n])
})

test('a better price at the PIN is given and said, a worse one is not', async () => {
  const quoted = await outsideQuote(shop, member, 'amount', '1000000')
  await movePrice(shop, -100)
  const { data } = await tryPurchase(shop, member, quoted)
  expect([data.quoted_price, Number(data.weight) > Number(quoted.weight)]).toEqual([quoted.price, true])
  await movePrice(shop, 100)
  const opened = await withPayment(shop, data)
  await payPurchase(shop, opened)
  expect((await heldBy(shop, member)).gold).toBe(units(data))
})

test('one is open at a time, and its part of the day comes back when it ends; what comes for it later goes back', async () => {
  const first = await openPurchase(shop, member, '1000000')
  const one = await usedToday(member)
  expect(one).toBeGreaterThan(0n)
  const second = await openPurchase(shop, member, '1000000')
  expect([await usedToday(member), (await purchaseOf(shop, member, first)).state]).toEqual([one, 'cancelled'])
  const cancelled = await call<PurchaseInfoView>(shop, member, '/trade/purchase_cancel', {
    purchase_id: second.purchase_id,
  })
  expect([cancelled.data.state, await usedToday(member)]).toEqual(['cancelled', 0n])
  const again = { purchase_id: second.purchase_id, method: 'card' }
  expect(await call(shop, member, '/trade/purchase_pay', again)).toMatchObject({
    ...{ http: 409, error: 'purchase_state', data: { state: 'cancelled' } },
  })
  for (const late of [first, second]) {
    await payPurchase(shop, late)
    expect(await back(late)).toEqual(settled(MILLION))
  }
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: 0n })
})

test.each([-1n, 1n, MILLION])(
  '%s more than asked for buys nothing and goes back; the purchase waits on',
  async (more) => {
    const opened = await openPurchase(shop, member, '1000000')
    await payPurchase(shop, opened, MILLION + more)
    expect(await purchaseOf(shop, member, opened)).toMatchObject({ state: 'open', returning: true })
    expect(await back(opened)).toEqual(settled(MILLION + more))
    expect((await newestMail(shop, `${member.id}@karat.test`)).subject).toContain(opened.number)
  },
)

test('late money goes back, whether the round has ended the purchase yet or not', async () => {
  const [ended, over] = [await openPurchase(shop, member, '1000000'), await vaultMember(shop)]
  await expirePurchase(shop, ended)
  expect([await usedToday(member), (await purchaseOf(shop, member, ended)).state]).toEqual([0n, 'expired'])
  const other = await openPurchase(shop, over, '1000000')
  await passTime(shop, other)
  for (const late of [ended, other]) {
    await payPurchase(shop, late)
    expect(await back(late)).toEqual(settled(MILLION))
  }
  expect([await heldBy(shop, member), await heldBy(shop, over)]).toEqual([
    { cash: 0n, gold: 0n },
    { cash: 0n, gold: 0n },
  ])
})

test('a late transfer is in the cash balance; one in time clears at once', async () => {
  const late = await openPurchase(shop, member, '1000000', { method: 'va', bank: 'bca' })
  await expirePurchase(shop, late)
  await payPurchase(shop, late)
  expect(await back(late)).toEqual(settled(MILLION))
  expect((await heldBy(shop, member)).cash).toBe(MILLION)
  const paid = await paidPurchase(shop, member, '1000000', { method: 'qris' })
  const { clears_at, paid_at } = await purchaseOf(shop, member, paid)
  expect(clears_at).toBe(paid_at)
})

test('captured twice: the second goes back; a declined card is pressed again, by another method, at the same price', async () => {
  const opened = await openPurchase(shop, member, '1000000')
  const again = await call<PurchaseInfoView>(shop, member, '/trade/purchase_pay', {
    ...{ purchase_id: opened.purchase_id, method: 'va', bank: 'bca' },
  })
  expect([again.http, again.data]).toMatchObject([200, { price: opened.price, payment: { method: 'va' } }])
  const other = await withPayment(shop, again.data)
  await payPurchase(shop, other)
  await payPurchase(shop, opened)
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: units(opened) })
  expect(await back(opened)).toEqual(settled(MILLION))
})

test('corrected upwards: what is more goes back; downwards: it is owed, as far as no cash is there', async () => {
  const paid = await paidPurchase(shop, member, '1000000')
  await payPurchase(shop, paid, MILLION + 5n)
  expect(await back(paid)).toEqual(settled(5n))
  await payPurchase(shop, paid, MILLION - 300_000n)
  expect([await owed(paid), (await heldBy(shop, member)).gold]).toEqual([300_005n, units(paid)])
})

test('a dispute that turns, of who kept the gold: owed, not owed, owed again; won, the gold may go', async () => {
  const friend = await vaultMember(shop)
  const paid = await paidPurchase(shop, member, '1000000')
  const give = () => send(shop, member, { to: addressOf(friend), weight: paid.weight })
  await asOwner(shop.connectionString, [
    'alter table vault.purchases disable trigger guard_purchase',
    `update vault.purchases set clears_at = now() where id = '${paid.purchase_id}'`,
    'alter table vault.purchases enable trigger guard_purchase',
  ])
  for (const _round of [1, 2]) {
    await disputed(shop, paid, 'lost')
    expect([await owed(paid), await heldBy(shop, member)]).toEqual([MILLION, { cash: 0n, gold: units(paid) }])
    expect(await give()).toMatchObject({ error: 'value_disputed' })
    expect(await disputed(shop, paid, 'won')).toBe('dispute_turned_won')
    expect([await owed(paid), await heldBy(shop, member)]).toEqual([0n, { cash: 0n, gold: units(paid) }])
  }
  expect(await give()).toMatchObject({ http: 200 })
})

test('of who sold the gold: what was taken is theirs again each time, and what is not there is owed', async () => {
  const paid = await paidPurchase(shop, member, '1000000')
  const sold = await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', paid.weight))
  const got = BigInt(sold.data.amount)
  for (const _round of [1, 2]) {
    await disputed(shop, paid, 'lost')
    expect([await heldBy(shop, member), await owed(paid)]).toEqual([{ cash: 0n, gold: 0n }, MILLION - got])
    await disputed(shop, paid, 'won')
    expect([await heldBy(shop, member), await owed(paid)]).toEqual([{ cash: got, gold: 0n }, 0n])
  }
})

test('a store that is frozen by the time the money comes sells nothing: the money goes back, and the reason is said', async () => {
  const opened = await openPurchase(shop, member, '1000000')
  const id = randomUUID()
  await asOwner(shop.connectionString, [
    `insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values ('${id}', 'id', 'vault', 2, 1)`,
  ])
  await payPurchase(shop, opened)
  await asOwner(shop.connectionString, [
    'alter table backing.freezes disable trigger user',
    `delete from backing.freezes where id = '${id}'`,
    'alter table backing.freezes enable trigger user',
  ])
  expect(await purchaseOf(shop, member, opened)).toMatchObject({ state: 'refused', refusal: 'buying_closed' })
  expect([await back(opened), await heldBy(shop, member)]).toEqual([settled(MILLION), { cash: 0n, gold: 0n }])
  expect(await usedToday(member)).toBe(0n)
})

test('money that finds no gold goes back, and the purchase says why', async () => {
  const [left, opened] = [
    await vaultMember(shop, { cash: 9_000_000_000n }),
    await openPurchase(shop, member, '1000000'),
  ]
  const vault = await shop.karat.db.row<{ units: bigint }>(sql`
    select sum(p.balance)::bigint as units from ledger.accounts a join ledger.parts p on p.account_id = a.id where a.kind = 'vault'`)
  const rest = (vault?.units ?? 0n) - units(opened) + 1n
  const text = `${rest / GRAM}.${String(rest % GRAM).padStart(4, '0')}`
  expect(await trade(shop, left, 'purchase', await quote(shop, left, 'purchase', 'weight', text))).toMatchObject({
    http: 200,
  })
  await payPurchase(shop, opened)
  expect(await purchaseOf(shop, member, opened)).toMatchObject({ state: 'refused', refusal: 'gold_sold_out' })
  expect([await back(opened), await usedToday(member)]).toEqual([settled(MILLION), 0n])
  await fillVault(shop, 1000n * GRAM)
})

test('money of somebody whose level was lost meanwhile goes back', async () => {
  const opened = await openPurchase(shop, member, '1000000')
  await shop.karat.db.run(sql`
    insert into kyc.levels (member_id, level) values (${member.id}, 0) on conflict (member_id) do update set level = 0, override = null`)
  await payPurchase(shop, opened)
  expect(await purchaseOf(shop, member, opened)).toMatchObject({ state: 'refused', refusal: 'level' })
  expect(await back(opened)).toEqual(settled(MILLION))
})

test('money of somebody who was stopped meanwhile buys nothing and waits with us, until it may go back', async () => {
  const opened = await openPurchase(shop, member, '1000000')
  const hit = await stopMember(shop, member)
  await payPurchase(shop, opened)
  expect(await purchaseOf(shop, member, opened)).toMatchObject({ state: 'refused', refusal: 'not_possible_now' })
  expect([await back(opened), (await heldBy(shop, member)).gold]).toEqual([[{ state: 'pending', amount: MILLION }], 0n])
  await clearHit(shop, hit)
  expect(await back(opened)).toEqual(settled(MILLION))
})

test('gold that a card paid can be sold, and neither sent nor, as money, withdrawn; a dispute freezes it past its days', async () => {
  const friend = await vaultMember(shop)
  const paid = await paidPurchase(shop, member, '1000000')
  const give = (weight: string) => send(shop, member, { to: addressOf(friend), weight })
  expect(await give(paid.weight)).toMatchObject({ code: 6000, error: 'value_uncleared', data: { may_leave: '0.0000' } })
  await disputed(shop, paid, 'open')
  await asOwner(shop.connectionString, [
    'alter table vault.purchases disable trigger guard_purchase',
    `update vault.purchases set clears_at = now() where id = '${paid.purchase_id}'`,
    'alter table vault.purchases enable trigger guard_purchase',
  ])
  expect(await give(paid.weight)).toMatchObject({ error: 'value_disputed' })
  await disputed(shop, paid, 'won')
  expect(await give(paid.weight)).toMatchObject({ http: 200 })
})

test('lost for who kept the gold: all of it is owed, and the gold stays until that is settled', async () => {
  const paid = await paidPurchase(shop, member, '1000000')
  await disputed(shop, paid, 'lost')
  expect([await owed(paid), (await heldBy(shop, member)).gold]).toEqual([MILLION, units(paid)])
  const friend = await vaultMember(shop)
  const sent = await send(shop, member, { to: addressOf(friend), weight: paid.weight })
  expect(sent).toMatchObject({ error: 'value_disputed' })
})

test('lost for who sold the gold: what it was sold for is taken, and the rest is owed', async () => {
  const paid = await paidPurchase(shop, member, '1000000')
  const sold = await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', paid.weight))
  const got = BigInt(sold.data.amount)
  await disputed(shop, paid, 'lost')
  expect([await heldBy(shop, member), await owed(paid)]).toEqual([{ cash: 0n, gold: 0n }, MILLION - got])
})

test('what a purchase says stays as it is, whoever asks, and another figure than was booked is found', async () => {
  const { purchase_id: id } = await paidPurchase(shop, member, '1000000')
  const tried = (statement: string) => asOwner(shop.connectionString, [`${statement} where id = '${id}'`])
  await expect(tried('update vault.purchases set amount_minor = 1')).rejects.toThrow('ends once')
  await expect(tried(`update vault.purchases set state = 'open', paid_at = null, clears_at = null`)).rejects.toThrow(
    'ends once',
  )
  const found = await afterTampering(
    shop.connectionString,
    [`update vault.purchases set weight_e4 = weight_e4 + 1 where id = '${id}'`],
    violationsBeside,
  )
  expect(found.map(({ rule }) => rule)).toContain(
    'a purchase is paid exactly when one payment of it brought its amount, and its grams were bought',
  )
})

test('somebody else’s is not there', async () => {
  const { purchase_id } = await openPurchase(shop, member, '1000000')
  const stranger = await vaultMember(shop)
  for (const path of ['purchase_info', 'purchase_cancel', 'purchase_pay'])
    expect(
      await call(shop, stranger, `/trade/${path}`, { purchase_id, ...(path === 'purchase_pay' && { method: 'card' }) }),
    ).toMatchObject({ http: 404 })
  expect((await ask<PurchaseInfoView>(shop, member, '/trade/purchase_info', { purchase_id })).state).toBe('open')
})
