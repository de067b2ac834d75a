/** A trade at a wrong price that is undone, corrected and ended by its time at one moment: one of them happens. Control with a planted bug. */
import { beforeAll, expect, test } from 'vitest'
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
import { closeWindow, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { sql } from '../../db/database.ts'
import { chooseTradePrice, endOverdueChoices } from '../../vault/price-choices/choose-price.ts'
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

/** A gram that was bought at a tenth of its price, and a second one; whether the time to choose is over as well. */
async function bought(shop: Shop, isOver: boolean) {
  const member = await vaultMember(shop, { cash: CASH })
  const sold = await soldWrong(shop, async () => {
    await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', '1'))
    const { data } = await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', '1'))
    return { tradeId: data.trade_id }
  })
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  if (isOver)
    await asOwner(shop.connectionString, [
      'alter table vault.price_choices disable trigger guard_price_choice',
      `update vault.price_choices set choose_until = now() where trade_id = '${sold.tradeId}'`,
      'alter table vault.price_choices enable trigger guard_price_choice',
    ])
  return { member, ...sold }
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
