/** A trade at a wrong price that is undone, corrected and ended by its time at one moment: one of them happens. Control with a planted bug. */
import { beforeAll, expect, test } from 'vitest'
import { metAt, overOrHeld } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { allHaveLooked, atOnce, manyTries } from '../../../tests/support/races.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import {
  auditVault,
  fillVault,
  heldBy,
  openVault,
  PIN,
  quote,
  trade,
  vaultMember,
} from '../../../tests/support/vault.ts'
import { closeWindow, passChoice, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { sql } from '../../db/database.ts'
import { chooseTradePrice, endOverdueChoices } from '../../vault/price-choices/choose-price.ts'
import { tradeGold } from '../../vault/trade-gold.ts'
import { settleSales } from './settle-sales.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
const CASH = 100_000_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1000n * GRAM)
    await asOwner(shop.connectionString, [manyTries])
  }
})

const holderOf = ({ id: memberId }: TestMember) => ({ memberId, store: 'id', currency: 'IDR' }) as const

/** So many grams that were bought one by one at a tenth of their price, in a window that is closed and not settled yet. */
async function boughtWrong(shop: Shop, count: number) {
  const member = await vaultMember(shop, { cash: CASH })
  const sold = await soldWrong(shop, async () => {
    const tradeIds: string[] = []
    for (let n = 0; n < count; n++) {
      const { data } = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', '1'))
      tradeIds.push(data.trade_id)
    }
    return { tradeId: tradeIds.at(-1) ?? '' }
  })
  await closeWindow(shop, sold.bounds)
  return { member, tradeId: sold.tradeId }
}

/** Two of which the member may choose; whether the time to choose of the second is over as well. */
async function bought(shop: Shop, isOver: boolean) {
  const made = await boughtWrong(shop, 2)
  await settleSales(shop.karat)
  if (isOver) await passChoice(shop, made.tradeId)
  return made
}

const pricesOf = async ({ karat }: Shop, tradeId: string) =>
  (await karat.db.row<{ sold_for: bigint; right: bigint }>(sql`
    select t.amount_minor as sold_for, c.amount_minor as right from vault.price_choices c join vault.trades t on t.id = c.trade_id
    where t.id = ${tradeId}`)) ?? { sold_for: 0n, right: 0n }

const chooses =
  (shop: Shop, { id: memberId }: TestMember, tradeId: string, way: 'undo' | 'correct') =>
  () =>
    chooseTradePrice(shop.karat, { memberId, store: 'id', currency: 'IDR' }, { tradeId, way, pin: PIN }, null)

test.each([false, true])('undone beside corrected, beside the end of its time (%s): one of them', async (isOver) => {
  const { member, tradeId } = await bought(sound, isOver)
  const ways = [chooses(sound, member, tradeId, 'undo'), chooses(sound, member, tradeId, 'correct')]
  const ends: unknown[] = []
  const round = async () => ends.push(await endOverdueChoices(sound.karat))
  const { refused } = await atOnce<unknown>(sound, [...ways, ...ways, round, round])
  expect(refused).toEqual(new Set(['price_chosen']))
  const { cash, gold } = await heldBy(sound, member)
  const { sold_for, right } = await pricesOf(sound, tradeId)
  const before = CASH - 2n * sold_for
  expect([cash, gold]).toEqual(gold === 0n ? [before + sold_for, 0n] : [before + sold_for - right, GRAM])
  expect(await auditVault(sound)).toEqual([])
})

test('control: with nothing that ends a choice and its hold once, it is undone and corrected, and the audit says so', async () => {
  await asOwner(broken.connectionString, [
    'alter table vault.price_choices disable trigger guard_price_choice',
    'alter table ledger.holds drop constraint hold_is_used_in_part',
    `create or replace function ledger.guard_hold() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' then new.resolved_at := clock_timestamp(); end if;
      return new;
    end $$`,
  ])
  const { member, tradeId } = await bought(broken, false)
  const both = [chooses(broken, member, tradeId, 'undo'), chooses(broken, member, tradeId, 'correct')]
  const look = allHaveLooked(2, 'update ledger.holds set')
  const { through, refused } = await atOnce<unknown>(broken, both, async (text) =>
    (await look(text)).replace("and state = 'placed'", '').replace('for update of c', ''),
  )
  expect([through, refused]).toEqual([2, new Set()])
  expect(await auditVault(broken)).not.toEqual([])
})

/** The round comes for a gram that its member sells at the same moment. */
async function settledBesideSale(shop: Shop, plant?: Parameters<typeof atOnce>[2]) {
  const { member, tradeId } = await boughtWrong(shop, 1)
  const { quote_id: quoteId } = await quote(shop, member, 'cashingIn', 'weight', '1')
  const sells = () => tradeGold(shop.karat, holderOf(member), { side: 'sell', quoteId, pin: PIN }, null)
  const { refused } = await atOnce<unknown>(shop, [sells, () => settleSales(shop.karat)], plant)
  return {
    sold: refused.size === 0,
    state: (await saleOf(shop, tradeId))?.state,
    gold: (await heldBy(shop, member)).gold,
  }
}

test('a gram is held for the choice or sold by its member, not both', async () => {
  for (let round = 0; round < 5; round++) {
    const { sold, state, gold } = await settledBesideSale(sound)
    expect([sold, state, gold]).toEqual(sold ? [true, 'listed', 0n] : [false, 'choosing', 0n])
  }
  expect(await auditVault(sound)).toEqual([])
})

test('control: where both have looked, and the floor of balances is gone, it is held and sold', async () => {
  await asOwner(broken.connectionString, ['alter table ledger.balances drop constraint balance_never_negative'])
  const look = allHaveLooked(2, /insert into (ledger\.holds|vault\.trades)/)
  expect(await settledBesideSale(broken, look)).toEqual({ sold: true, state: 'choosing', gold: -GRAM })
})

/** Twenty rounds come for one trade; what its member is told, and how often a round had to come again. */
async function roundsAtOnce(shop: Shop, plant?: Shop['intercept']['current']) {
  const { member, tradeId } = await boughtWrong(shop, 1)
  shop.intercept.current = plant
  await Promise.all(Array.from({ length: 20 }, () => settleSales(shop.karat)))
  shop.intercept.current = undefined
  const row = await shop.karat.db.row<{ tries: number; letters: number }>(sql`
    select tries, (select count(*)::int from mail.messages where member_id = ${member.id} and template = 'purchase_price_choice') as letters
    from orders.window_sales where kind = 'trade' and sale_id = ${tradeId}`)
  return { ...row, state: (await saleOf(shop, tradeId))?.state }
}

test('of twenty rounds at once one asks the member, and none fails', async () => {
  expect(await roundsAtOnce(sound)).toEqual({ tries: 0, letters: 1, state: 'choosing' })
})

test('control: rounds that do not hold the place of the member fall over one another', async () => {
  const loose = metAt('insert into ledger.holds', 2, (text) => text.replace('for no key update', ''))
  const { tries } = await roundsAtOnce(broken, loose)
  expect(tries).toBeGreaterThan(0)
})

/** A quote is being used, and its trade not committed yet, when the round makes it void. */
async function usedBesideRound(shop: Shop, plant: (text: string) => string = (text) => text) {
  const member = await vaultMember(shop, { cash: CASH })
  const sold = await soldWrong(shop, async () => quote(shop, member, 'purchase', 'weight', '1'))
  await closeWindow(shop, sold.bounds)
  let round: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (!round && text.includes('insert into vault.trades')) {
      round = settleSales(shop.karat)
      await overOrHeld(shop, round)
    }
    return plant(text)
  }
  const made = await trade(shop, member, 'purchase', sold)
  await round
  await settleSales(shop.karat)
  shop.intercept.current = undefined
  expect(made.http).toBe(200)
  return saleOf(shop, made.data.trade_id)
}

test('a quote that is used while it is made void is found by what it became', async () => {
  expect(await usedBesideRound(sound)).toMatchObject({ kind: 'trade', state: 'choosing' })
})

test('control: without a look at what a quote was used for, its trade stays at the wrong price', async () => {
  const sale = await usedBesideRound(broken, (text) =>
    text.replace('select id from vault.trades where quote_id', 'select id from vault.trades where false and quote_id'),
  )
  expect(sale).toBeUndefined()
})
