/** What a member's grams cost, however they came and went: kept by the database with every transfer (decision 0099). */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TEST_KIND } from '../../tests/support/books.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask } from '../../tests/support/purchase.ts'
import { addressOf, claim, recall, send, sentByLink } from '../../tests/support/transfers.ts'
import { auditVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { costChecks } from '../audit/cost-checks.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { raw, sql } from '../db/database.ts'
import { houseLegs, memberAccount } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Posting } from '../ledger/posting-rules.ts'
import { perGram, weight } from '../money/money.ts'
import type { HoldingView, WorthView } from './contract.ts'
import { unrealisedAt } from './holding-rules.ts'
import { goldRedeemed } from './redemption-postings.ts'
import { goldTraded } from './trade-postings.ts'
import { figuresOf } from './trade-rules.ts'
import { goldTransferred } from './transfer-postings.ts'

const GRAM = 10_000n
const shop = openVaultShop(10_000n * GRAM)
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})

const holdingOf = (member: TestMember) => ask<HoldingView>(shop, member, '/trade/holding')
const bidNow = () => shop.karat.prices.of('id', 'IDR').bid
async function trades(member: TestMember, side: 'purchase' | 'cashingIn', value: string) {
  const { http, data } = await trade(shop, member, side, await quote(shop, member, side, 'weight', value))
  expect(http).toBe(200)
  return data
}

test('what was received costs the bid of that moment, and what was sent takes its share and realises nothing', async () => {
  const [sender, other] = [await vaultMember(shop, { cash: 20_000_000n }), await vaultMember(shop)]
  const bought = await trades(sender, 'purchase', '4')
  await movePrice(shop, 300)
  const worth = (bidNow() * 10_000n) / GRAM
  await send(shop, sender, { to: addressOf(other), weight: '1' })
  expect(await holdingOf(sender)).toMatchObject({
    basis: { weight: '3.0000', cost: String(BigInt(bought.amount) - BigInt(bought.amount) / 4n) },
    realised: '0',
  })
  expect(await holdingOf(other)).toMatchObject({
    basis: { weight: '1.0000', cost: String(worth), average_cost: String(worth) },
    realised: '0',
  })
  await movePrice(shop, 200)
  const sold = await trades(other, 'cashingIn', '1')
  expect(await holdingOf(other)).toMatchObject({
    basis: { weight: '0.0000', cost: '0', average_cost: null },
    realised: String(BigInt(sold.amount) - worth),
  })
  expect(await auditVault(shop)).toEqual([])
})

test('grams that wait are the sender’s, at what they cost, until somebody takes them', async () => {
  const [sender, other] = [await vaultMember(shop, { cash: 20_000_000n }), await vaultMember(shop)]
  const { amount } = await trades(sender, 'purchase', '2')
  const whole = { weight: '2.0000', cost: amount }
  const [kept, taken] = [await sentByLink(shop, sender, '0.5'), await sentByLink(shop, sender, '0.5')]
  expect(await holdingOf(sender)).toMatchObject({ gold: '1.0000', basis: whole })
  await recall(shop, sender, kept)
  expect(await holdingOf(sender)).toMatchObject({ gold: '1.5000', basis: whole })
  await movePrice(shop, -100)
  expect((await claim(shop, other, taken)).http).toBe(200)
  expect((await holdingOf(sender)).basis).toMatchObject({
    weight: '1.5000',
    cost: String(BigInt(amount) - BigInt(amount) / 4n),
  })
  expect((await holdingOf(other)).basis).toMatchObject({ weight: '0.5000', cost: String((bidNow() * 5_000n) / GRAM) })
  expect(await auditVault(shop)).toEqual([])
})

/** Numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

type Model = { weight: bigint; cost: bigint; realised: bigint }
const share = ({ weight: all, cost }: Model, left: bigint) => (left === all ? cost : (cost * left) / all)

/** A purchase, a sale, a gift to somebody or grams that become the house's, as the database and a model see them. */
async function play(memberId: string, friendId: string, random: () => number, steps: number) {
  const model: Model = { weight: 0n, cost: 0n, realised: 0n }
  let [paid, got, gone] = [0n, 0n, 0n]
  const below = (most: bigint) => BigInt(Math.floor(random() * Number(most)))
  const own = { store: 'id', memberId, currency: 'IDR' } as const
  for (let step = 0; step < steps; step++) {
    const spot = 1_500_000n + below(2_000_000n)
    const prices = { spot: perGram(spot), ask: perGram(spot + spot / 50n), bid: perGram(spot - spot / 30n) }
    const does = model.weight === 0n ? 'buy' : (['buy', 'sell', 'send', 'redeem'] as const)[Number(below(4n))]
    const all = below(5n) === 0n
    const grams = weight(does === 'buy' ? 1n + below(200_000n) : all ? model.weight : 1n + below(model.weight))
    const by = { by: 'weight', weight: grams } as const
    const side = does === 'buy' ? 'buy' : 'sell'
    const figures = figuresOf(side, by, prices)
    const id = randomUUID()
    const took = does === 'buy' ? -figures.amount : share(model, grams)
    await shop.karat.db.transaction((tx) =>
      does === 'buy' || does === 'sell'
        ? postTransfer(tx, goldTraded({ id, side, ...own, ...figures }))
        : does === 'send'
          ? postTransfer(
              tx,
              goldTransferred({ id, store: 'id', senderId: memberId, recipientId: friendId, weight: grams }),
            )
          : postTransfer(tx, { ...free(goldRedeemed({ id, store: 'id', memberId, weight: grams, actor: 'system' })) }),
    )
    model.weight += does === 'buy' ? grams : -grams
    model.cost -= took
    if (does === 'buy') paid += figures.amount
    else if (does === 'sell') {
      got += figures.amount
      model.realised += figures.amount - took
    } else gone += took
    const kept = await shop.karat.db.row<Model>(sql`
      select weight_e4 as weight, cost_minor as cost, realised_minor as realised from vault.cost_heads where member_id = ${memberId}`)
    expect(kept).toEqual(model)
    const worth = (model.weight * prices.bid) / GRAM
    expect(model.realised + unrealisedAt(model, prices.bid)).toBe(worth + got - paid + gone)
  }
}
/** The same without a hold, which the books of a test do without. */
const free = (posting: ReturnType<typeof goldRedeemed>) => ({
  ...posting,
  kind: 'test_transfer' as typeof posting.kind,
  legs: posting.legs.map((leg) =>
    leg.account.kind === 'gold_held' ? { ...leg, account: { ...leg.account, kind: 'gold' as const } } : leg,
  ),
})

test('in any order of purchases, sales, gifts and redemptions the figures are a model’s, and add up to the unit', async () => {
  const random = numbers(99)
  for (let round = 0; round < 12; round++) {
    const member = await vaultMember(shop, { cash: 2_000_000_000n })
    const friend = await vaultMember(shop)
    await play(member.id, friend.id, () => random.next().value, 20)
  }
})

/** Grams come to a member while others of theirs, which were held, leave: the two share no balance. What the audit says of it. */
async function bothAtOnce(): Promise<string[]> {
  const member = await vaultMember(shop, { gold: 10n * GRAM })
  await sentByLink(shop, member, '4')
  await movePrice(shop, 500)
  const post = (posting: Posting, after = async () => {}) =>
    shop.karat.db.transaction(async (tx) => {
      await postTransfer(tx, posting)
      await after()
    })
  const account = memberAccount({ store: 'id', id: member.id }, 'gold', 'XAU')
  const received: Posting = {
    ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
    legs: [...houseLegs('id', 'XAU', { vault: -10n * GRAM }), { account, amount: 10n * GRAM }],
  }
  const leaving = goldRedeemed({
    id: randomUUID(),
    store: 'id',
    memberId: member.id,
    weight: 4n * GRAM,
    actor: 'system',
  })
  let second: Promise<unknown> = Promise.resolve()
  await post(received, async () => {
    second = post(leaving)
    await overOrHeld(shop, second)
  })
  await second
  const found = await findViolations(
    shop.karat.db,
    costChecks.map(({ rule, find }) => ({
      rule,
      find: sql`select * from (${find}) as any_row where to_jsonb(any_row)::text like ${`%${member.id}%`}`,
    })),
  )
  return found.map(({ rule }) => rule)
}

test('two that move one member’s grams at once are two steps, each of what the other left', async () => {
  expect(await bothAtOnce()).toEqual([])
})

test('control: without holding the running figures the later one takes its share of what was there before', async () => {
  const plant = (from: string, to: string) =>
    asOwner(shop.connectionString, [
      `do $do$ begin execute replace(pg_get_functiondef('vault.keep_cost_of'::regproc), '${from}', '${to}'); end $do$`,
    ])
  await plant('(member, code) for no key update', '(member, code) /* planted */')
  expect(await bothAtOnce()).toEqual(['grams that leave take their share of the cost, and a sale alone has a result'])
  await plant('(member, code) /* planted */', '(member, code) for no key update')
})

test('nobody changes what grams cost: not the application, not its owner, not a made-up transfer', async () => {
  const member = await vaultMember(shop, { gold: GRAM })
  const tries = [
    `update vault.cost_heads set cost_minor = 1 where member_id = '${member.id}'`,
    `insert into vault.cost_steps select member_id, store, number + 1, gen_random_uuid(), at, 0, 0, 0, null, weight_after, cost_after, realised_after,
      purchases_after from vault.cost_steps where member_id = '${member.id}'`,
    `update vault.cost_steps set result_minor = 1 where member_id = '${member.id}'`,
    `delete from vault.cost_heads where member_id = '${member.id}'`,
    'truncate vault.cost_steps',
    `select vault.keep_cost(t) from ledger.transfers t where accounts && (
      select array_agg(id) from ledger.accounts where member_id = '${member.id}')`,
  ]
  for (const statement of tries) {
    await expect(asOwner(shop.connectionString, [statement])).rejects.toThrow(/refused|which does not/)
    await expect(shop.karat.db.run(sql`${raw(statement)}`)).rejects.toThrow()
  }
})

test('the chart follows received grams from the moment they came, whatever span is asked for', async () => {
  const [sender, other] = [await vaultMember(shop, { cash: 20_000_000n, gold: 2n * GRAM }), await vaultMember(shop)]
  expect(await ask<WorthView>(shop, other, '/trade/holding_worth?interval=1d')).toEqual({ currency: 'IDR', points: [] })
  await send(shop, sender, { to: addressOf(other), weight: '1.5' })
  const { points } = await ask<WorthView>(shop, other, '/trade/holding_worth?interval=1d&limit=31')
  const worth = String((bidNow() * 15_000n) / GRAM)
  expect(points).toEqual([{ at: expect.any(String), gold: '1.5000', worth, bought: false }])
  await trades(sender, 'purchase', '1')
  const weeks = await ask<WorthView>(shop, sender, '/trade/holding_worth?interval=1w')
  expect(weeks.points.at(-1)).toMatchObject({ gold: '1.5000', bought: true })
})
