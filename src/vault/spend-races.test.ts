/** One balance that many want at once, in every way to spend it; one quote that many use. Controls with a planted bug. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { limitAt } from '../../tests/support/limits.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { type Withdrawer, withdrawer } from '../../tests/support/payouts.ts'
import { ask, pickupPoint } from '../../tests/support/purchase.ts'
import { allHaveLooked, atOnce, manyTries } from '../../tests/support/races.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { addressOf, shown } from '../../tests/support/transfers.ts'
import {
  auditVault,
  fillVault,
  giveGold,
  heldBy,
  openVault,
  PIN,
  quote,
  vaultMember,
} from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { minor } from '../money/money.ts'
import type { GuaranteeView, SubmittedView } from '../orders/contract.ts'
import { payOrder } from '../orders/core/pay-order.ts'
import { Refusal } from '../refusals.ts'
import { placeLimit } from './limits/place-limit.ts'
import { withdrawCash } from './payouts/withdraw-cash.ts'
import { runPlan } from './plans/run-plans.ts'
import { sendGold } from './send-gold.ts'
import { tradeGold } from './trade-gold.ts'
import type { Side } from './trade-rules.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
const CASH = 100_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1000n * GRAM)
    await asOwner(shop.connectionString, [manyTries])
  }
})

type Spend = () => Promise<unknown>
/** Makes ready to spend all that a member has of one asset; what it returns spends it. */
type Way = (shop: Shop, member: Withdrawer) => Promise<Spend>

const holderOf = (memberId: string) => ({ memberId, store: 'id', currency: 'IDR' }) as const
const trades = async (shop: Shop, { id }: Withdrawer, side: Side, quoteId: string) =>
  tradeGold(shop.karat, holderOf(id), { side, quoteId, pin: PIN }, null)
const sends =
  (whom: (shop: Shop) => Promise<string>): Way =>
  async (shop, member) => {
    const to = await whom(shop)
    const { shown: name } = await shown(shop, member, to)
    const wish = { to, shown: name, weight: '1', note: '', card: 'none', pin: PIN } as const
    return () => sendGold(shop.karat, holderOf(member.id), wish, null)
  }

/** An order whose one gram is to be paid in gold. */
async function orderOfAGram(shop: Shop, member: Withdrawer): Promise<string> {
  const bar = shop.karat.catalogue
    .products('id')
    .filter(({ kind }) => kind === 'bar')
    .flatMap(({ skus }) => skus)
    .find(({ fineWeight, stock }) => fineWeight === GRAM && stock > 100)
  const { guarantee_id } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: bar?.id, quantity: 1, gold: 'grams' },
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) },
  })
  return (await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })).order_id
}

const setsAside =
  (side: Side): Way =>
  async (shop, { id }) => {
    const limit = String(limitAt(shop, side, side === 'buy' ? -100n : 100n))
    const named =
      side === 'buy' ? { by: 'amount' as const, value: String(CASH) } : { by: 'weight' as const, value: '1' }
    const wish = { side, ...named, limit, days: 1, pin: PIN, agreement: undefined }
    return () => placeLimit(shop.karat, holderOf(id), wish, null)
  }

/** Every way in which grams leave a member, and every way in which money does: a new way belongs here. */
const ways: Record<'gold' | 'cash', Record<string, Way>> = {
  gold: {
    'sets aside to sell': setsAside('sell'),
    sells: async (shop, member) => {
      const { quote_id } = await quote(shop, member, 'cashingIn', 'weight', '1')
      return () => trades(shop, member, 'sell', quote_id)
    },
    'sends to a member': sends(async (shop) => addressOf(await vaultMember(shop))),
    'sends by a link': sends(async () => 'somebody@example.com'),
    redeems: async (shop, member) => {
      const orderId = await orderOfAGram(shop, member)
      const payer = { id: member.id, store: 'id', currency: 'IDR' } as const
      return () => payOrder(shop.karat, payer, { orderId, method: 'card', bank: null, pin: PIN }, null)
    },
  },
  cash: {
    'sets aside to buy': setsAside('buy'),
    buys: async (shop, member) => {
      const { quote_id } = await quote(shop, member, 'purchase', 'amount', `${CASH}`)
      return () => trades(shop, member, 'buy', quote_id)
    },
    'buys for a savings plan': async (shop, { id }) => {
      const plan_id = randomUUID()
      await shop.karat.db.run(sql`
        insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, due_on, next_at)
        values (${plan_id}, ${id}, 'id', 'IDR', ${CASH}, 'daily', current_date, now())`)
      return async () => {
        // What is refused to anybody else is a try of the plan.
        const ran = await runPlan(shop.karat, { id: plan_id, holder: holderOf(id) })
        if (ran !== 'done') throw new Refusal('balance_too_low')
      }
    },
    withdraws: async ({ karat }, { id, destination: destinationId }) => {
      const wish = { amount: minor(CASH), destinationId, pin: PIN }
      return () => withdrawCash(karat, holderOf(id), wish, null)
    },
  },
}

/** So many spends of all that a member has, one way after the other. */
async function spendsOf(shop: Shop, asset: 'gold' | 'cash', count: number) {
  const member = await withdrawer(shop, CASH)
  await giveGold(shop, member, GRAM)
  const all = Object.values(ways[asset])
  const spends: Spend[] = []
  for (let n = 0; n < count; n++) spends.push(await (all[n % all.length] as Way)(shop, member))
  // A newer quote has ended the older ones: here each of them may be used.
  await shop.karat.db.run(sql`
    update vault.quotes set expires_at = now() + interval '1 minute' where member_id = ${member.id} and used_at is null`)
  return { member, spends }
}

test.each(['gold', 'cash'] as const)('of 50 spends of all the %s at once, in every way, exactly one', async (asset) => {
  for (let round = 0; round < 3; round++) {
    const { member, spends } = await spendsOf(sound, asset, 50)
    // Another way comes first in each round.
    const turned = [...spends.slice(round), ...spends.slice(0, round)]
    expect(await atOnce(sound, turned)).toEqual({ through: 1, refused: new Set(['balance_too_low']) })
    expect((await heldBy(sound, member))[asset]).toBe(0n)
  }
  expect(await auditVault(sound)).toEqual([])
})

test.each([
  ['gold', 10],
  ['cash', 4],
] as const)(
  'control: where all have looked, and the floor of balances is gone, %s is spent in every way',
  async (asset, count) => {
    await asOwner(broken.connectionString, [
      'alter table ledger.balances drop constraint if exists balance_never_negative',
      'alter table vault.cost_heads drop constraint if exists cost_is_of_grams',
      'alter table vault.cost_steps drop constraint if exists cost_is_of_grams',
    ])
    const { spends } = await spendsOf(broken, asset, count)
    const acts = /insert into (kyc\.days|ledger\.holds|vault\.trades|vault\.transfers)/
    expect((await atOnce(broken, spends, allHaveLooked(count, acts))).through).toBe(count)
  },
)

const usesOf = async (shop: Shop, count: number, plant?: (text: string) => string) => {
  const member = await withdrawer(shop, 100n * CASH)
  const { quote_id } = await quote(shop, member, 'purchase', 'amount', `${CASH}`)
  const uses = Array.from({ length: count }, () => () => trades(shop, member, 'buy', quote_id))
  return { ...(await atOnce(shop, uses, plant)), left: (await heldBy(shop, member)).cash }
}
test('of 50 uses of one quote at once one trades', async () => {
  expect(await usesOf(sound, 50)).toEqual({ through: 1, refused: new Set(['quote_expired']), left: 99n * CASH })
  expect(await auditVault(sound)).toEqual([])
})
test('control: a quote that is taken whether it was used or not trades again', async () => {
  await asOwner(broken.connectionString, ['alter table vault.trades drop constraint quote_makes_one_trade'])
  const found = await usesOf(broken, 5, (text) => text.replace('and used_at is null and expires_at', 'and expires_at'))
  expect(found).toMatchObject({ through: 5, left: 95n * CASH })
})
