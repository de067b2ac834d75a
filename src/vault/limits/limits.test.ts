/** Limit orders: what they set aside, when they are filled and at which price, what they wait for, and how they end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { faultAtEach } from '../../../tests/support/faults.ts'
import { cancel, limitAt, limitsOf, placed, stateOf, tryAgain, tryLimit } from '../../../tests/support/limits.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { auditVault, giveGold, heldBy, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { openVaultShop } from '../../../tests/support/vault-shop.ts'
import { sql } from '../../db/database.ts'
import { expireHolds } from '../../ledger/expire-holds.ts'
import { divideUp, minor, perGram, weight } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { figuresOf } from '../trade-rules.ts'
import { limitHolds } from './end-limit.ts'
import { fillLimits } from './fill-limits.ts'
import { LIMIT_PURPOSE } from './limit-rules.ts'

const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  // What a test before has left open.
  await shop.karat.db.run(sql`update vault.limit_orders set next_try_at = 'infinity' where state = 'open'`)
})
afterEach(() => {
  shop.intercept.current = undefined
})
const priceNow = () => shop.karat.prices.of('id', 'IDR')
const text = (e4: bigint) => `${e4 / GRAM}.${String(e4 % GRAM).padStart(4, '0')}`

test('a purchase by grams holds what they cost at the limit, and pays what they cost when the price is there', async () => {
  const member = await vaultMember(shop, { cash: 10_000_000n })
  const limit = limitAt(shop, 'buy', -100n)
  const order = await placed(shop, member, { value: '2' })
  expect(order).toMatchObject({ state: 'open', weight: '2.0000', amount: null, limit: String(limit), trade: null })
  expect(order.reserved).toEqual({ cash: String(2n * limit), gold: null })
  expect((await heldBy(shop, member)).cash).toBe(10_000_000n - 2n * limit)
  expect(await fillLimits(shop.karat), 'not before the price is there').toBe(0)

  await movePrice(shop, -150)
  const { ask, spot, bid } = priceNow()
  expect(ask).toBeLessThan(limit)
  expect(await fillLimits(shop.karat)).toBe(1)
  const { amount } = figuresOf('buy', { by: 'weight', weight: weight(2n * GRAM) }, { ask, spot, bid })
  expect(await heldBy(shop, member), 'the rest is free again').toEqual({ cash: 10_000_000n - amount, gold: 2n * GRAM })
  const filled = await stateOf(shop, member, order)
  expect(filled).toMatchObject({
    ...{ state: 'filled', waits_for: null },
    trade: { weight: '2.0000', amount: String(amount), price: String(ask) },
  })
  const { subject, body } = await newestMail(shop, `${member.id}@karat.test`)
  expect(subject).toContain('You bought 2.0000')
  expect(body).toContain(`Your limit order ${order.number} is filled`)
  expect(body).toContain(`${filled.trade?.number} is complete`)
  expect(await fillLimits(shop.karat), 'once').toBe(0)
  expect(await auditVault(shop)).toEqual([])
})

test('a purchase that names money spends exactly that, and a better price brings more grams', async () => {
  const member = await vaultMember(shop, { cash: 3_000_000n })
  const order = await placed(shop, member, { by: 'amount', value: '2500000' })
  expect(order).toMatchObject({ amount: '2500000', weight: null, reserved: { cash: '2500000' } })
  await movePrice(shop, -200)
  expect(await fillLimits(shop.karat)).toBe(1)
  const { weight: grams } = figuresOf('buy', { by: 'amount', amount: minor(2_500_000n) }, priceNow())
  const atLimit = figuresOf(
    'buy',
    { by: 'amount', amount: minor(2_500_000n) },
    {
      ...priceNow(),
      ask: perGram(BigInt(order.limit)),
    },
  ).weight
  expect(grams).toBeGreaterThan(atLimit)
  expect(await heldBy(shop, member)).toEqual({ cash: 500_000n, gold: grams })
  expect(await auditVault(shop)).toEqual([])
})

test('a sale holds its grams and brings what they are worth at the price that comes', async () => {
  const member = await vaultMember(shop, { gold: 5n * GRAM })
  const order = await placed(shop, member, { side: 'sell', value: '3' })
  expect(order.reserved).toEqual({ cash: null, gold: '3.0000' })
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: 2n * GRAM })
  const sold = await quote(shop, member, 'cashingIn', 'weight', '3')
  expect(await trade(shop, member, 'cashingIn', sold), 'what is set aside is not there').toMatchObject({
    error: 'balance_too_low',
  })
  await movePrice(shop, 150)
  expect(await fillLimits(shop.karat)).toBe(1)
  const { amount } = figuresOf('sell', { by: 'weight', weight: weight(3n * GRAM) }, priceNow())
  expect(await heldBy(shop, member)).toEqual({ cash: amount, gold: 2n * GRAM })
  expect((await stateOf(shop, member, order)).trade).toMatchObject({ amount: String(amount) })
  expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain('is filled: the price came to')
  expect(await auditVault(shop)).toEqual([])
})

test('the best limit comes first, then the oldest', async () => {
  const members = await Promise.all(Array.from({ length: 4 }, () => vaultMember(shop, { cash: 5_000_000n })))
  const limits = [-200n, -100n, -150n, -100n].map((bps) => String(limitAt(shop, 'buy', bps)))
  const orders: string[] = []
  for (const [n, member] of members.entries())
    orders.push((await placed(shop, member, { limit: limits[n] as string })).limit_id)
  await movePrice(shop, -250)
  expect(await fillLimits(shop.karat)).toBe(4)
  const rows = await shop.karat.db.rows<{ id: string }>(sql`
    select limit_order_id as id from vault.trades where limit_order_id = any(${orders}::uuid[]) order by made_at, substr(number, 2)::bigint`)
  expect(rows.map(({ id }) => orders.indexOf(id))).toEqual([1, 3, 2, 0])
})

test('what is set aside is free at once when it is cancelled, and cancelling twice says so', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const order = await placed(shop, member, { by: 'amount', value: '5000000' })
  expect((await heldBy(shop, member)).cash).toBe(0n)
  const other = await vaultMember(shop)
  expect(await cancel(shop, other, order)).toMatchObject({ http: 404, error: 'not_found' })
  expect((await cancel(shop, member, order)).data).toMatchObject({ state: 'cancelled' })
  expect((await heldBy(shop, member)).cash).toBe(5_000_000n)
  expect(await cancel(shop, member, order)).toMatchObject({ http: 409, error: 'limit_over' })
  await movePrice(shop, -150)
  expect(await fillLimits(shop.karat)).toBe(0)
})

const timeIsUp = async (member: { id: string }) => {
  await asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    'alter table vault.limit_orders disable trigger guard_limit_order',
    `update ledger.holds set placed_at = placed_at - interval '40 days', expires_at = now() where member_id = '${member.id}'`,
    `update vault.limit_orders o set ends_at = h.expires_at from ledger.holds h where h.id = o.hold_id and o.member_id = '${member.id}'`,
    'alter table ledger.holds enable always trigger guarded',
    'alter table vault.limit_orders enable trigger guard_limit_order',
  ])
}
const fail = (error: unknown) => {
  throw error
}

test('one that was not filled in time ends by itself, is said, and is never filled afterwards', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const order = await placed(shop, member, { value: '1' })
  await timeIsUp(member)
  await movePrice(shop, -150)
  expect(await fillLimits(shop.karat), 'over, though no round has ended it').toBe(0)
  await expireHolds(shop.karat.db, { [LIMIT_PURPOSE]: limitHolds }, fail)
  expect((await heldBy(shop, member)).cash).toBe(5_000_000n)
  expect(await stateOf(shop, member, order)).toMatchObject({ state: 'expired' })
  const { subject, body } = await newestMail(shop, `${member.id}@karat.test`)
  expect(subject).toBe(`Your limit order ${order.number} has expired`)
  expect(body).toMatch(/to buy gold at Rp\s[\d,]+ a gram or less was not filled/)
  expect(await auditVault(shop)).toEqual([])
})

describe('refused when it is placed', () => {
  test.each([
    ['what is there already', { bps: 0n }, 'limit_reached'],
    ['a limit far from the price', { limit: '1000' }, 'invalid_input'],
    ['less than is ever bought', { by: 'amount', value: '9999' }, 'trade_too_small'],
    ['more than is there', { by: 'amount', value: '3000001' }, 'balance_too_low'],
    ['a day too many', { days: 31 }, 'invalid_input'],
    ['money named for a sale', { side: 'sell', by: 'amount', value: '100000' }, 'invalid_input'],
    ['grams that are not there', { side: 'sell', value: '1' }, 'balance_too_low'],
  ] as const)('%s', async (_, wish, error) => {
    const member = await vaultMember(shop, { cash: 3_000_000n })
    expect(await tryLimit(shop, member, wish)).toMatchObject({ error })
    expect(await heldBy(shop, member)).toEqual({ cash: 3_000_000n, gold: 0n })
  })
  test('what the level never holds, and what no day of it takes', async () => {
    const member = await vaultMember(shop, { cash: 100_000_000n, level: 1 })
    expect(await tryLimit(shop, member, { value: '31' })).toMatchObject({ code: 6000, error: 'verification_required' })
    expect(await tryLimit(shop, member, { value: '29' })).toMatchObject({ code: 6000, error: 'verification_required' })
    expect(await tryLimit(shop, member, { value: '5' })).toMatchObject({ http: 200 })
  })
  test('where the store keeps no balances, a purchase; a sale is owed and paid out', async () => {
    const member = await vaultMember(shop, { store: 'my', gold: 2n * GRAM })
    const inMoney = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
    const at = (side: 'buy' | 'sell', limit: bigint) => tryLimit(shop, member, { side, limit: inMoney(limit) })
    const { ask, bid } = shop.karat.prices.of('my', 'MYR')
    expect(await at('buy', (ask * 99n) / 100n)).toMatchObject({ error: 'no_cash_balance' })
    expect(await at('sell', (bid * 101n) / 100n)).toMatchObject({ http: 200 })
    await movePrice(shop, 150)
    expect(await fillLimits(shop.karat)).toBe(1)
    const owed = await shop.karat.db.rows(sql`select because, state from vault.payables where member_id = ${member.id}`)
    expect(owed).toEqual([{ because: 'sale', state: 'waiting' }])
    expect((await newestMail(shop, `${member.id}@karat.test`)).template).toBe('limit_sold_unnamed')
    expect(await auditVault(shop)).toEqual([])
  })
  test('one more than a member may have', async () => {
    const member = await vaultMember(shop, { gold: 100n * GRAM })
    for (let n = 0; n < settings.limitOrders.max; n++) await placed(shop, member, { side: 'sell', value: '0.1' })
    expect(await tryLimit(shop, member, { side: 'sell', value: '0.1' })).toMatchObject({ error: 'limit_orders_full' })
  })
})

test('the same request twice is one order, and what was asked for is answered again', async () => {
  const member = await vaultMember(shop, { cash: 10_000_000n })
  const key = { 'idempotency-key': 'once' }
  const first = await tryLimit(shop, member, {}, key)
  const second = await tryLimit(shop, member, {}, key)
  expect(second.data).toEqual(first.data)
  expect((await limitsOf(shop, member)).orders).toHaveLength(1)
})

describe('never while the price is not live', () => {
  const crossed = async () => {
    const member = await vaultMember(shop, { cash: 5_000_000n })
    const order = await placed(shop, member)
    await movePrice(shop, -150)
    return { member, order }
  }
  test('by what this instance knows: a price that is too old', async () => {
    const { member, order } = await crossed()
    shop.clock.ms += 600_000
    expect(await fillLimits(shop.karat)).toBe(0)
    await freshTick(shop)
    expect(await fillLimits(shop.karat)).toBe(1)
    expect(await stateOf(shop, member, order)).toMatchObject({ state: 'filled' })
  })
  test('by what the database knows then: a halt that came while the round was at work', async () => {
    const { member, order } = await crossed()
    shop.intercept.current = async (statement) => {
      if (!statement.includes('as why')) return statement
      shop.intercept.current = undefined
      await shop.karat.db.run(sql`insert into pricing.halts (store, reason, halted_by) values ('id', 'test', 'test')`)
      return statement
    }
    expect(await fillLimits(shop.karat)).toBe(0)
    expect(await stateOf(shop, member, order)).toMatchObject({ state: 'open', trade: null, waits_for: null })
    await shop.karat.db.run(
      sql`update pricing.halts set resumed_at = now(), resumed_by = 'test', resumed_because = 'test' where resumed_at is null`,
    )
    await shop.karat.prices.refresh()
    expect(await fillLimits(shop.karat)).toBe(1)
  })
})

describe('what stands against it at that moment waits, and is said', () => {
  test('the day of the level', async () => {
    const member = await vaultMember(shop, { cash: 100_000_000n, level: 1 })
    const [first, second] = [await placed(shop, member, { value: '12' }), await placed(shop, member, { value: '12' })]
    await movePrice(shop, -150)
    expect(await fillLimits(shop.karat)).toBe(1)
    expect(await stateOf(shop, member, first)).toMatchObject({ state: 'filled' })
    expect(await stateOf(shop, member, second)).toMatchObject({ state: 'open', waits_for: 'day' })
    expect(await fillLimits(shop.karat), 'not again at once').toBe(0)
    await shop.karat.db.run(sql`update kyc.days set used = 0, bought = 0 where member_id = ${member.id}`)
    await tryAgain(shop, member)
    await freshTick(shop)
    expect(await fillLimits(shop.karat)).toBe(1)
  })
  test('what the level may hold', async () => {
    const member = await vaultMember(shop, { cash: 100_000_000n, level: 1, gold: 10n * GRAM })
    const order = await placed(shop, member, { value: '15' })
    await giveGold(shop, member, 10n * GRAM)
    await movePrice(shop, -150)
    expect(await fillLimits(shop.karat)).toBe(0)
    expect(await stateOf(shop, member, order)).toMatchObject({ state: 'open', waits_for: 'level' })
  })
  test('an account that is locked, and a member whom a case stops', async () => {
    const [locked, stopped] = [
      await vaultMember(shop, { cash: 5_000_000n }),
      await vaultMember(shop, { cash: 5_000_000n }),
    ]
    const orders = [await placed(shop, locked), await placed(shop, stopped)] as const
    await shop.karat.db.run(
      sql`update identity.members set frozen_at = now(), frozen_by = 'staff' where id = ${locked.id}`,
    )
    await shop.karat.db.run(sql`
      insert into cases.cases (id, number, kind, member_id, store, hold_kind) values (gen_random_uuid(), 'C1', 'legal_hold', ${stopped.id}, 'id', 'court')`)
    await movePrice(shop, -150)
    expect(await fillLimits(shop.karat)).toBe(0)
    const waits = await shop.karat.db.rows(sql`
      select state, waits_for from vault.limit_orders where id = any(${orders.map(({ limit_id }) => limit_id)}::uuid[]) order by number`)
    expect(waits).toEqual([
      { state: 'open', waits_for: 'account_locked' },
      { state: 'open', waits_for: 'not_possible_now' },
    ])
    expect((await cancel(shop, stopped, orders[1])).data, 'what is theirs stays theirs').toMatchObject({
      state: 'cancelled',
    })
  })
  test('a vault without such grams: the next one that fits is filled', async () => {
    const [large, small] = [
      await vaultMember(shop, { cash: 90_000_000_000n }),
      await vaultMember(shop, { cash: 5_000_000n }),
    ]
    const orders = [await placed(shop, large, { value: '5000' }), await placed(shop, small)] as const
    await movePrice(shop, -150)
    expect(await fillLimits(shop.karat)).toBe(1)
    expect(await stateOf(shop, large, orders[0])).toMatchObject({ state: 'open', waits_for: 'gold_sold_out' })
    expect(await stateOf(shop, small, orders[1])).toMatchObject({ state: 'filled' })
  })
  test('a store that has less gold than it owes fills none, and sales go on', async () => {
    const [buyer, seller] = [await vaultMember(shop, { cash: 5_000_000n }), await vaultMember(shop, { gold: GRAM })]
    const buys = await placed(shop, buyer)
    await movePrice(shop, -150)
    await shop.karat.db.run(sql`
      insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (gen_random_uuid(), 'id', 'vault', 2, 1)`)
    const sells = await placed(shop, seller, { side: 'sell', bps: 50n })
    expect(await fillLimits(shop.karat)).toBe(0)
    expect(await stateOf(shop, buyer, buys)).toMatchObject({ state: 'open', waits_for: null })
    await movePrice(shop, 60)
    expect(await fillLimits(shop.karat)).toBe(1)
    expect(await stateOf(shop, seller, sells)).toMatchObject({ state: 'filled' })
    await shop.karat.db.run(
      sql`update backing.freezes set ended_at = now(), ended_by = 'test', ended_because = 'test' where store = 'id' and ended_at is null`,
    )
  })
})

test('an order is placed whole or not at all, whichever statement fails', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n })
  const limit = String(limitAt(shop, 'buy', -100n))
  await faultAtEach(shop, () => tryLimit(shop, member, { limit }, { 'idempotency-key': 'faulty' }))
  expect(await auditVault(shop)).toEqual([])
})

test('it is filled whole or stays open, whichever statement fails', async () => {
  const member = await vaultMember(shop, { cash: 50_000_000n })
  const order = await placed(shop, member)
  await movePrice(shop, -150)
  let statements = 0
  for (let failing = 1; (await stateOf(shop, member, order)).state === 'open'; failing++) {
    let sent = 0
    shop.intercept.current = (statement) => {
      if (/waits_for = \$1/.test(statement) || ++sent !== failing) return statement
      throw new Error('planted fault')
    }
    await fillLimits(shop.karat).catch(() => {})
    shop.intercept.current = undefined
    const { cash, gold } = await heldBy(shop, member)
    const { state } = await stateOf(shop, member, order)
    expect(gold === 0n, `a fault at statement ${failing}`).toBe(state === 'open')
    expect(cash < 50_000_000n).toBe(true)
    await tryAgain(shop, member)
    statements = failing
  }
  expect(statements).toBeGreaterThan(10)
  expect(await auditVault(shop)).toEqual([])
})

test('the database refuses a fill beyond the limit, a hold that is not its own, and an end that is none', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const { limit_id } = await placed(shop, member)
  const tried = (statement: string) => asOwner(shop.connectionString, [statement])
  const tradeOf = (price: string) => `
    insert into vault.trades (id, number, limit_order_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4, amount_minor,
      value_minor, spread_minor, rounding_minor)
    select gen_random_uuid(), 'x', id, holder_id, member_id, store, side, currency, 1, ${price}, weight_e4, 100, 100, 0, 0 from vault.limit_orders
    where id = '${limit_id}'`
  await expect(tried(tradeOf('limit_minor + 1'))).rejects.toThrow(/not what the limit order asks for/)
  await expect(
    tried(`update vault.limit_orders set state = 'cancelled', ended_at = now() where id = '${limit_id}'`),
  ).rejects.toThrow(/held until it ends/)
  await expect(tried(`update vault.limit_orders set limit_minor = 1 where id = '${limit_id}'`)).rejects.toThrow(
    /nothing else of it changes/,
  )
  await expect(tried(`delete from vault.limit_orders where id = '${limit_id}'`)).rejects.toThrow(/ends once/)
})

test('money is rounded up to what is set aside', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const limit = limitAt(shop, 'buy', -100n)
  const { reserved } = await placed(shop, member, { value: text(3_797n), limit: String(limit) })
  expect(reserved.cash).toBe(String(divideUp(3_797n * limit, GRAM)))
})

test('staff see it with what it waits for, and end it with a reason; its member is written to', async () => {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  const order = await placed(shop, member, { by: 'amount', value: '5000000', bps: -100n })
  const [desk, support] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'support')]
  const list = await askStaff(shop, desk, `/vault/limits?state=open&store=id&q=${order.number.toLowerCase()}`)
  expect(list.data).toMatchObject({
    total: 1,
    rows: [{ ...order, member_id: member.id, store: 'id', distance_bps: 100 }],
  })
  const body = { limit_id: order.limit_id, reason: 'the member asked for it on the telephone' }
  expect(await askStaff(shop, support, '/vault/endLimit', body)).toMatchObject({ status: 403 })
  expect(await askStaff(shop, desk, '/vault/endLimit', { limit_id: order.limit_id })).toMatchObject({ status: 422 })
  expect(await askStaff(shop, desk, '/vault/endLimit', body)).toMatchObject({ status: 200 })
  expect(await stateOf(shop, member, order)).toMatchObject({ state: 'ended', because: 'house' })
  expect((await heldBy(shop, member)).cash).toBe(5_000_000n)
  expect((await newestMail(shop, `${member.id}@karat.test`)).template).toBe('limit_ended')
  expect(await askStaff(shop, desk, '/vault/endLimit', body)).toMatchObject({ status: 409 })
  const actions = await shop.karat.db.rows(sql`
    select action, details->>'number' as number from staff.actions where subject_id = ${member.id}`)
  expect(actions).toEqual([{ action: 'vault.end_limit', number: order.number }])
})
