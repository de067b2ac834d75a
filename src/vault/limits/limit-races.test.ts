/** Limit orders when several act at once: each ends once, what is set aside is spent once, in order. Controls with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testEnvironment } from '../../../tests/support/environment.ts'
import { limitAt, limitsOf, placed, stateOf } from '../../../tests/support/limits.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { movePrice } from '../../../tests/support/prices.ts'
import { allHaveLooked, atOnce, manyTries } from '../../../tests/support/races.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { readConfig } from '../../config.ts'
import { sql } from '../../db/database.ts'
import { type Karat, openKarat } from '../../karat.ts'
import { expireHolds } from '../../ledger/expire-holds.ts'
import { openLog } from '../../log.ts'
import { perGram } from '../../money/money.ts'
import { settings } from '../../settings.ts'
import { cancelLimit, endLimitForStaff, limitHolds } from './end-limit.ts'
import { crossedOf, fillLimits } from './fill-limits.ts'
import type { LimitOrderView } from './limit-contract.ts'
import { LIMIT_PURPOSE } from './limit-rules.ts'
import { placeLimit } from './place-limit.ts'

const { sound, broken } = openShopPair()
const GRAM = 10_000n
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 5000n * GRAM)
    await asOwner(shop.connectionString, [manyTries])
  }
})
beforeEach(async () => {
  for (const { karat } of [sound, broken])
    await karat.db.run(sql`update vault.limit_orders set next_try_at = 'infinity' where state = 'open'`)
})
const holderOf = (memberId: string) => ({ memberId, store: 'id', currency: 'IDR' }) as const

/** So many members, each with one order that the price then reaches: the first has the best limit. */
async function crossed(shop: Shop, count: number) {
  const members: TestMember[] = []
  for (let n = 0; n < count; n++) members.push(await vaultMember(shop, { cash: 5_000_000n }))
  const orders: LimitOrderView[] = []
  for (const [n, member] of members.entries()) orders.push(await placed(shop, member, { bps: -50n - BigInt(n) }))
  await movePrice(shop, -100)
  return { members, orders, ids: orders.map(({ limit_id }) => limit_id) }
}

/** One of them; what its member has beside it is set aside too, for one that the price does not reach. */
async function oneCrossed(shop: Shop) {
  const member = await vaultMember(shop, { cash: 5_000_000n })
  await placed(shop, member, { bps: -400n, by: 'amount', value: '2000000' })
  // Nothing of it is left over, whose release would name its hold a second time.
  const order = await placed(shop, member, { bps: -50n, by: 'amount', value: '2000000' })
  await movePrice(shop, -100)
  return { member, order }
}

/** Two instances and several rounds of each. */
async function twoInstances(shop: Shop, rounds: number): Promise<number> {
  const other: Karat = await openKarat({
    ...{ config: readConfig(testEnvironment), connectionString: shop.connectionString, log: openLog('silent') },
    now: () => shop.clock.ms,
    intercept: (text) => (shop.intercept.current ? shop.intercept.current(text) : text),
  })
  try {
    const karats = [shop.karat, other].flatMap((karat) => Array.from({ length: rounds }, () => karat))
    const filled = await Promise.all(karats.map((karat) => fillLimits(karat)))
    return filled.reduce((sum, one) => sum + one, 0)
  } finally {
    await other.close()
  }
}

const tradesOf = ({ karat }: Shop, ids: string[]) =>
  karat.db.rows<{ id: string }>(sql`
    select limit_order_id as id from vault.trades where limit_order_id = any(${ids}::uuid[]) order by substr(number, 2)::bigint`)

test('rounds of two instances fill each once, the best limit first', async () => {
  const { members, ids } = await crossed(sound, 8)
  expect(await twoInstances(sound, 2)).toBe(8)
  expect((await tradesOf(sound, ids)).map(({ id }) => ids.indexOf(id))).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  for (const member of members) expect((await heldBy(sound, member)).gold).toBe(GRAM)
  expect(await auditVault(sound)).toEqual([])
})

/** What the database itself would refuse. */
const guardsOff = [
  'alter table vault.trades drop constraint if exists limit_order_makes_one_trade',
  'alter table vault.trades disable trigger guard_limit_trade',
  'alter table vault.limit_orders disable trigger guard_limit_order',
  'alter table vault.limit_orders drop constraint if exists limit_order_that_is_ended_says_why',
  'alter table ledger.holds drop constraint if exists hold_is_used_in_part',
  `create or replace function ledger.guard_hold() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and new.state <> 'placed' then new.resolved_at := clock_timestamp(); end if;
    return new;
  end $$`,
]

/** The bug in which nobody holds anything and a hold is resolved again: both have looked before one acts. */
function nothingHeld(count = 2) {
  const meet = meetingAt(/insert into kyc\.days|update ledger\.holds set/, count)
  return async (text: string) => {
    await meet(text)
    return text
      .replace('select pg_advisory_xact_lock(hashtextextended($1, 0))', 'select $1::text')
      .replace(/for no key update( skip locked)?/, '')
      .replace("and state = 'open' for update", '')
      .replace(/for update$/, '')
      .replace(/ and state = 'open'\s*$/, '')
      .replace("and state = 'placed'", '')
  }
}

test('control: with nothing that claims an order, two rounds fill it twice', async () => {
  await asOwner(broken.connectionString, guardsOff)
  const { order } = await oneCrossed(broken)
  broken.intercept.current = nothingHeld()
  await Promise.all([fillLimits(broken.karat), fillLimits(broken.karat)])
  expect(await tradesOf(broken, [order.limit_id])).toHaveLength(2)
})

type Ends = (shop: Shop, member: TestMember, order: LimitOrderView) => Promise<() => Promise<unknown>>
const cancels: Ends =
  async (shop, { id }, { limit_id }) =>
  () =>
    cancelLimit(shop.karat, holderOf(id), limit_id, null)
const endsByHouse: Ends = async (shop, _member, { limit_id: limitId }) => {
  const { staff } = await staffSignedIn(shop, 'desk')
  return () => endLimitForStaff(shop.karat, staff, { limitId, reason: 'the member asked for it' }, null)
}
const ways = [
  ['cancelled', cancels],
  ['ended', endsByHouse],
] as const

test.each(ways)('filled beside %s: one of them, and the other finds it over', async (ended, ends) => {
  for (let round = 0; round < 6; round++) {
    const { member, order } = await oneCrossed(sound)
    const both = [() => fillLimits(sound.karat), await ends(sound, member, order)]
    const { refused } = await atOnce<unknown>(sound, round % 2 ? both : both.toReversed())
    const { state } = await stateOf(sound, member, order)
    expect([state, refused]).toEqual(state === 'filled' ? ['filled', new Set(['limit_over'])] : [ended, new Set()])
    expect((await heldBy(sound, member)).gold > 0n).toBe(state === 'filled')
  }
  expect(await auditVault(sound)).toEqual([])
})

test.each(ways)(
  'control: with nothing that ends it once, it is filled and %s, and the audit says so',
  async (_, ends) => {
    await asOwner(broken.connectionString, guardsOff)
    const { member, order } = await oneCrossed(broken)
    const before = (await heldBy(broken, member)).cash
    const both = [() => fillLimits(broken.karat), await ends(broken, member, order)]
    await atOnce<unknown>(broken, both, nothingHeld())
    const { cash, gold } = await heldBy(broken, member)
    expect([cash - before, gold > 0n]).toEqual([2_000_000n, true])
    expect(await auditVault(broken)).not.toEqual([])
  },
)

const endTimes = (shop: Shop) => expireHolds(shop.karat.db, { [LIMIT_PURPOSE]: limitHolds }, () => {})
/** The time of a member's orders is over, by what their holds say. */
const timeIsUp = (shop: Shop, { id }: TestMember) =>
  asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = placed_at - interval '40 days', expires_at = clock_timestamp() where member_id = '${id}'`,
    'alter table ledger.holds enable always trigger guarded',
    'alter table vault.limit_orders disable trigger guard_limit_order',
    `update vault.limit_orders o set ends_at = h.expires_at from ledger.holds h where h.id = o.hold_id and o.member_id = '${id}'`,
    'alter table vault.limit_orders enable trigger guard_limit_order',
  ])

test('its time is over just before it would be filled: it is not, and ends by itself', async () => {
  const { member, order } = await oneCrossed(sound)
  sound.intercept.current = async (text) => {
    if (!text.includes('pg_advisory_xact_lock(hashtextextended($1, 0))')) return text
    sound.intercept.current = undefined
    await timeIsUp(sound, member)
    return text
  }
  expect(await fillLimits(sound.karat)).toBe(0)
  expect(await stateOf(sound, member, order)).toMatchObject({ state: 'open', waits_for: null, trade: null })
  await endTimes(sound)
  expect(await stateOf(sound, member, order)).toMatchObject({ state: 'expired' })
  expect(await heldBy(sound, member)).toEqual({ cash: 5_000_000n, gold: 0n })
})

test('control: where a hold is used whether it has ended or not, one that is over is filled and given back', async () => {
  await asOwner(broken.connectionString, guardsOff)
  const { member, order } = await oneCrossed(broken)
  await asOwner(broken.connectionString, [
    `update ledger.holds set expires_at = now() where purpose = '${LIMIT_PURPOSE}' and subject = '${order.limit_id}'`,
  ])
  await atOnce<unknown>(broken, [() => fillLimits(broken.karat), () => endTimes(broken)], nothingHeld())
  expect(await tradesOf(broken, [order.limit_id])).toHaveLength(1)
  expect((await heldBy(broken, member)).cash).toBe(3_000_000n)
  expect(await auditVault(broken)).not.toEqual([])
})

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Actual Rows': number; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

test('of thousands of open orders a round reads those that the price has reached, in their order', async () => {
  const { store, ask, bid } = sound.karat.prices.of('id', 'IDR')
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `insert into vault.limit_orders (id, number, holder_id, member_id, store, currency, side, weight_e4, limit_minor, hold_id, ends_at)
      select gen_random_uuid(), 'P' || side || n, gen_random_uuid(), gen_random_uuid(), 'id', 'IDR', side, 5,
        case side when 'buy' then ${ask} - 50 - n else ${bid} + n end, gen_random_uuid(), now() + interval '1 day'
      from generate_series(1, 4000) as n cross join (values ('buy'), ('sell')) as of(side)`,
    'analyze vault.limit_orders',
  ])
  for (const side of ['buy', 'sell'] as const) {
    const at = side === 'buy' ? { store, ask: perGram(ask - 90n), bid } : { store, ask, bid: perGram(bid + 40n) }
    const explained = await sound.karat.db.row<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, format json) ${crossedOf(at, side)}`,
    )
    const read = nodes(explained?.['QUERY PLAN'][0].Plan as Plan)
    expect(read.map((node) => [node['Node Type'], node['Index Name'], node['Actual Rows']])).toEqual([
      ['Index Scan', side === 'buy' ? 'buys_in_turn' : 'sales_in_turn', 40],
    ])
  }
  await asOwner(sound.connectionString, [
    'set session_replication_role = replica',
    `delete from vault.limit_orders where number like 'P%'`,
  ])
})

/** A member who may have one more order open, and what places `count` at once. */
async function oneMorePlace(shop: Shop, count: number) {
  const { max } = settings.limitOrders
  const member = await vaultMember(shop, { cash: 10_000_000n })
  const wish = { side: 'buy', by: 'amount', value: '100000', limit: String(limitAt(shop, 'buy', -400n)) } as const
  for (let n = 1; n < max; n++) await placed(shop, member, wish)
  const place = () =>
    placeLimit(shop.karat, holderOf(member.id), { ...wish, days: 1, pin: PIN, agreement: undefined }, null)
  const open = async () => (await limitsOf(shop, member)).orders.filter(({ state }) => state === 'open').length - max
  return { places: Array.from({ length: count }, () => place), open }
}

test('of several orders for the last place one is placed', async () => {
  const { places, open } = await oneMorePlace(sound, 5)
  expect(await atOnce(sound, places)).toEqual({ through: 1, refused: new Set(['limit_orders_full']) })
  expect(await open()).toBe(0)
})
test('control: where all have counted before one is placed, there are more than may be', async () => {
  const { places, open } = await oneMorePlace(broken, 2)
  expect(await atOnce(broken, places, allHaveLooked(2))).toEqual({ through: 2, refused: new Set() })
  expect(await open()).toBe(1)
})
