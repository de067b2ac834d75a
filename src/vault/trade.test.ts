/** Buying and selling grams through the shop's own calls: what moves, what is refused, and that a trade is whole or absent. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { faultAtEach } from '../../tests/support/faults.ts'
import { signedIn } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { auditVault, givePin, heldBy, PIN, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { sql } from '../db/database.ts'
import { hashOfBody } from '../http/idempotency.ts'
import { minor } from '../money/money.ts'
import { haltPrices, resumePrices } from '../pricing/halt-prices.ts'
import { figuresOf } from './trade-rules.ts'

const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
})
afterEach(() => {
  shop.intercept.current = undefined
})
const priceNow = () => shop.karat.prices.of('id', 'IDR')
const tradesOf = ({ id }: { id: string }) =>
  shop.karat.db.rows<{ side: string; weight_e4: bigint; amount_minor: bigint }>(
    sql`select side, weight_e4, amount_minor from vault.trades where member_id = ${id} order by number`,
  )

test('a purchase for money takes exactly that money and gives the grams it buys; the member is told', async () => {
  const member = await vaultMember(shop, { cash: 1_500_000n })
  const quoted = await quote(shop, member, 'purchase', 'amount', '1000000')
  const { weight: grams } = figuresOf('buy', { by: 'amount', amount: minor(1_000_000n) }, priceNow())
  expect(quoted).toMatchObject({ side: 'buy', amount: '1000000', cash: '1500000', gold: '0.0000', fee: '0' })
  const { http, data } = await trade(shop, member, 'purchase', quoted)
  expect([http, data]).toMatchObject([
    200,
    { side: 'buy', weight: quoted.weight, amount: '1000000', price: quoted.price, better_price: null, cash: '500000' },
  ])
  expect(data.gold).toBe(quoted.weight)
  expect(await heldBy(shop, member)).toEqual({ cash: 500_000n, gold: grams })
  const { body } = await newestMail(shop, `${member.id}@karat.test`)
  expect(body).toContain(`${data.number} is complete. You bought ${quoted.weight}\u00a0g of gold for Rp\u00a01,000,000`)
  expect(await auditVault(shop)).toEqual([])
})

test('grams are sold to the last unit, by weight or for money', async () => {
  const member = await vaultMember(shop, { gold: 2n * GRAM })
  const { bid } = priceNow()
  const first = await quote(shop, member, 'cashingIn', 'weight', '1.5')
  expect(first.amount).toBe(String((15_000n * bid) / GRAM))
  expect(await trade(shop, member, 'cashingIn', first)).toMatchObject({ http: 200, data: { gold: '0.5000' } })
  const second = await quote(shop, member, 'cashingIn', 'amount', '100000')
  const sold = figuresOf('sell', { by: 'amount', amount: minor(100_000n) }, priceNow())
  expect(await trade(shop, member, 'cashingIn', second)).toMatchObject({ http: 200, data: { amount: '100000' } })
  expect(await heldBy(shop, member)).toEqual({ cash: (15_000n * bid) / GRAM + 100_000n, gold: 5000n - sold.weight })
  const rest = await quote(shop, member, 'cashingIn', 'weight', '0.0001')
  expect(await trade(shop, member, 'cashingIn', rest)).toMatchObject({ http: 200 })
  expect(await auditVault(shop)).toEqual([])
})

test('what cannot be quoted is refused by name, and nothing is held', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n })
  const asked = (side: string, by: string, value: string) =>
    call(shop, member, `/trade/${side}_quote`, { by, value }).then(({ http, error, data }) => ({ http, error, data }))
  expect(await asked('purchase', 'amount', '9999')).toMatchObject({
    http: 409,
    error: 'trade_too_small',
    data: { least: '10000' },
  })
  expect(await asked('purchase', 'weight', '0.0001')).toMatchObject({ error: 'trade_too_small' })
  expect(await asked('purchase', 'amount', '10000.5')).toMatchObject({
    http: 422,
    data: { fields: { value: expect.any(String) } },
  })
  expect(await asked('cashingIn', 'weight', '0')).toMatchObject({
    http: 422,
    data: { fields: { value: 'must be an amount above zero' } },
  })
  expect(await asked('cashingIn', 'weight', '1.00001')).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(await shop.karat.db.rows(sql`select from vault.quotes where member_id = ${member.id}`)).toEqual([])
})

test('refusals come in their order, and each leaves everything as it was', async () => {
  const member = await vaultMember(shop, { cash: 20_000n, level: 1 })
  const quoted = await quote(shop, member, 'purchase', 'weight', '31')
  const tried = async (pin = PIN) => {
    const { http, error, data } = await trade(shop, member, 'purchase', { ...quoted, pin })
    return { http, error, data }
  }
  expect(await tried('111222')).toMatchObject({ http: 403, error: 'pin_wrong', data: { tries_left: 2 } })
  expect(await tried()).toMatchObject({ http: 409, error: 'balance_too_low' })
  const rich = await vaultMember(shop, { cash: 200_000_000n, level: 1 })
  const much = await quote(shop, rich, 'purchase', 'weight', '31')
  expect(await trade(shop, rich, 'purchase', much)).toMatchObject({
    error: 'verification_required',
    data: { need: 'T2' },
  })
  const somebody = await signedIn(shop)
  await givePin(shop, somebody)
  expect(await trade(shop, somebody, 'purchase', much)).toMatchObject({ http: 404, error: 'not_found' })
  expect(await trade(shop, rich, 'cashingIn', much)).toMatchObject({ http: 404, error: 'not_found' })
  await shop.karat.db.run(sql`update vault.quotes set expires_at = now() where id = ${much.quote_id}`)
  expect(await trade(shop, rich, 'purchase', much)).toMatchObject({ http: 409, error: 'quote_expired' })
  const more = await vaultMember(shop, { cash: 9_000_000_000n })
  const all = await quote(shop, more, 'purchase', 'weight', '3000')
  expect(await trade(shop, more, 'purchase', all)).toMatchObject({ http: 409, error: 'gold_sold_out' })
  const poor = await vaultMember(shop, { gold: GRAM })
  const two = await quote(shop, poor, 'cashingIn', 'weight', '1.0001')
  expect(await trade(shop, poor, 'cashingIn', two)).toMatchObject({ http: 409, error: 'balance_too_low' })
  for (const one of [member, rich, more, poor]) expect(await tradesOf(one)).toEqual([])
  expect(await auditVault(shop)).toEqual([])
})

test('what was quoted is traded during a halt, unless it is held; nothing is quoted', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: GRAM })
  const [bought, sold] = [
    await quote(shop, member, 'purchase', 'amount', '100000'),
    await quote(shop, member, 'cashingIn', 'weight', '0.1'),
  ]
  const halt = (guarantees: 'honoured' | 'held') =>
    haltPrices(shop.karat, { store: 'id', by: 'test', reason: 'test', guarantees })
  const resume = () => resumePrices(shop.karat, { store: 'id', by: 'test', reason: 'test' })
  await halt('honoured')
  expect(await trade(shop, member, 'purchase', bought)).toMatchObject({ http: 200, data: { better_price: null } })
  const refused = await call(shop, member, '/trade/cashingIn_quote', { by: 'weight', value: '0.1' })
  expect(refused).toMatchObject({ http: 409, code: 6000, error: 'price_unavailable', data: { state: 'halted' } })
  await resume()
  await halt('held')
  expect(await trade(shop, member, 'cashingIn', sold)).toMatchObject({ http: 409, error: 'price_on_hold' })
  await resume()
  expect(await trade(shop, member, 'cashingIn', sold)).toMatchObject({ http: 200 })
})

test('a newer quote ends the older one of its side, and a used one is over', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n, gold: GRAM })
  const old = await quote(shop, member, 'purchase', 'amount', '100000')
  const sale = await quote(shop, member, 'cashingIn', 'weight', '0.1')
  const newer = await quote(shop, member, 'purchase', 'amount', '200000')
  expect(await trade(shop, member, 'purchase', old)).toMatchObject({ error: 'quote_expired' })
  expect(await trade(shop, member, 'purchase', newer)).toMatchObject({ http: 200 })
  expect(await trade(shop, member, 'purchase', newer)).toMatchObject({ error: 'quote_expired' })
  expect(await trade(shop, member, 'cashingIn', sale)).toMatchObject({ http: 200 })
})

test('a price that is better by enough is given and said, a worse one is not', async () => {
  const member = await vaultMember(shop, { cash: 9_000_000n, gold: GRAM })
  const dear = await quote(shop, member, 'purchase', 'amount', '1000000')
  await movePrice(shop, -100)
  const given = await trade(shop, member, 'purchase', dear)
  expect(given.data.better_price).toEqual({ weight: dear.weight, amount: '1000000', price: dear.price })
  expect([given.data.amount, Number(given.data.weight) > Number(dear.weight)]).toEqual(['1000000', true])
  const cheap = await quote(shop, member, 'purchase', 'weight', '0.5')
  await movePrice(shop, 100)
  expect((await trade(shop, member, 'purchase', cheap)).data).toMatchObject({
    amount: cheap.amount,
    better_price: null,
  })
  const sale = await quote(shop, member, 'cashingIn', 'weight', '0.5')
  await movePrice(shop, 100)
  const sold = await trade(shop, member, 'cashingIn', sale)
  expect(Number(sold.data.amount)).toBeGreaterThan(Number(sale.amount))
  expect(await auditVault(shop)).toEqual([])
})

test('the same key gives the same receipt, and its row gives no PIN away', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n })
  const quoted = await quote(shop, member, 'purchase', 'amount', '500000')
  const [first, again] = [
    await trade(shop, member, 'purchase', { ...quoted, key: 'once' }),
    await trade(shop, member, 'purchase', { ...quoted, key: 'once' }),
  ]
  expect(again.data).toEqual(first.data)
  expect(again.headers['idempotent-replayed']).toBe('true')
  const kept = await shop.karat.db.row<{ body_hash: Buffer }>(
    sql`select body_hash from foundation.idempotency_keys where scope like ${`${member.id}%`} and key = 'once'`,
  )
  expect(kept?.body_hash).toEqual(hashOfBody({ quote_id: quoted.quote_id }))
})

test.each(['purchase', 'cashingIn'] as const)(
  'a fault at any statement of a %s leaves it whole or absent',
  async (side) => {
    const member = await vaultMember(shop, { cash: 100_000_000n, gold: 20n * GRAM })
    const quoted = { ...(await quote(shop, member, side, 'weight', '0.1')), key: 'the same each time' }
    const { statements } = await faultAtEach(shop, () => trade(shop, member, side, quoted))
    expect(statements).toBeGreaterThan(8)
    expect(await tradesOf(member)).toHaveLength(1)
    expect(await auditVault(shop)).toEqual([])
  },
)

test('what was traded stays as it is, and adds up, whoever asks', async () => {
  const member = await vaultMember(shop, { cash: 1_000_000n })
  await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'amount', '500000'))
  const tried = (statement: string) => asOwner(shop.connectionString, [statement])
  await expect(tried('update vault.trades set amount_minor = 1')).rejects.toThrow('history is only added to')
  await expect(tried('delete from vault.trades')).rejects.toThrow('history is only added to')
  await expect(
    tried(`insert into vault.trades select gen_random_uuid(), number || 'x', quote_id, holder_id, member_id, store, side, currency, tick_id,
      price_minor, weight_e4, amount_minor + 1, value_minor, spread_minor, rounding_minor, made_at from vault.trades limit 1`),
  ).rejects.toThrow('trade_adds_up')
  await expect(
    tried(`insert into vault.trades select gen_random_uuid(), number || 'x', quote_id, holder_id, member_id, store, side, currency, tick_id,
      price_minor, weight_e4, amount_minor, value_minor, spread_minor, rounding_minor, made_at from vault.trades limit 1`),
  ).rejects.toThrow('quote_makes_one_trade')
})
