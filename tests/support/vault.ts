/** Members with gold and money in the vault, and the steps of a trade through the shop's own calls. */
import { createHmac, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { allChecks, findViolations } from '../../src/audit/ledger-audit.ts'
import { addBars } from '../../src/backing/register/receive-bars.ts'
import { Db, type Queryable, sql } from '../../src/db/database.ts'
import { APPLICATION_ROLE } from '../../src/db/migrate.ts'
import { inOneSnapshot } from '../../src/db/one-snapshot.ts'
import { type Account, houseAccount, memberAccount } from '../../src/ledger/ledger-rules.ts'
import { postTransfer } from '../../src/ledger/post-transfer.ts'
import type { TradeQuoteView, TradeView } from '../../src/vault/contract.ts'
import { addTestKind, TEST_KIND } from './books.ts'
import { testEnvironment } from './environment.ts'
import { signedIn, type TestMember } from './members.ts'
import { asOwner } from './owner.ts'
import { ask, call } from './purchase.ts'
import type { Shop } from './shop.ts'

export const PIN = '739204'
const FUNDING = 'test funding '

/** The books take what a test puts into accounts, which `auditVault` leaves out; and bars may come to two places. */
export const openVault = (shop: Shop) =>
  asOwner(shop.connectionString, [
    addTestKind,
    `insert into backing.places (store, code) values ('id', 'JKT-1'), ('id', 'X-1') on conflict do nothing`,
  ])

async function move({ karat }: Shop, from: Account, to: Account, amount: bigint) {
  await karat.db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference: FUNDING + randomUUID(), actor: 'system' },
      legs: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    }),
  )
}

/** A bar of so many units of gold comes into the vault of the store; what it is called. */
export async function fillVault({ karat }: Shop, units: bigint, store = 'id'): Promise<string> {
  const serial = randomUUID().toUpperCase()
  const bar = { store, maker: 'A maker', kind: 'bar', fineness: 10_000, place: 'X-1' } as const
  await karat.db.run(sql`insert into backing.places (store, code) values (${store}, 'X-1') on conflict do nothing`)
  await karat.db.transaction((tx) =>
    addBars(tx, { ...bar, bars: [{ serial, grossWeight: units }] }, { actor: 'system', reason: 'for a test' }),
  )
  return serial
}

type Wealth = { cash?: bigint; gold?: bigint; level?: 0 | 1 | 2 | 3; store?: string }

/** A member with a PIN, money and gold; the gold has come into the vault before. */
export async function vaultMember(
  shop: Shop,
  { cash = 0n, gold = 0n, level = 3, store = 'id' }: Wealth = {},
): Promise<TestMember> {
  const member = await signedIn(shop, 'Ratna Wulandari', store, level)
  await givePin(shop, member)
  const own = { store, id: member.id }
  const money = store === 'my' ? 'MYR' : 'IDR'
  if (cash > 0n) await move(shop, houseAccount(store, 'rounding', money), memberAccount(own, 'cash', money), cash)
  if (gold > 0n) await giveGold(shop, member, gold, store)
  return member
}

/** Grams that have come into the vault are the member's. */
export async function giveGold(shop: Shop, { id }: Pick<TestMember, 'id'>, gold: bigint, store = 'id'): Promise<void> {
  await fillVault(shop, gold, store)
  await move(shop, houseAccount(store, 'vault', 'XAU'), memberAccount({ store, id }, 'gold', 'XAU'), gold)
}

/** Money leaves a member's balance again. */
export const takeCash = (shop: Shop, { id }: Pick<TestMember, 'id'>, amount: bigint) =>
  move(shop, memberAccount({ store: 'id', id }, 'cash', 'IDR'), houseAccount('id', 'rounding', 'IDR'), amount)

/** The member's PIN is `PIN` from now on. */
export const givePin = async ({ karat }: Shop, { id }: Pick<TestMember, 'id'>) =>
  karat.db.run(sql`update identity.members set pin_hash = ${await pinHash} where id = ${id}`)

/** What a comparison costs is said by the hash: this one takes a three-hundredth of the 15 ms of one that the shop makes. */
const pinHash = hash(createHmac('sha256', testEnvironment.PIN_KEY).update(PIN).digest('base64'), {
  ...{ memoryCost: 8, timeCost: 1, parallelism: 1 },
})

type Side = 'purchase' | 'cashingIn'
export const quote = (shop: Shop, member: TestMember, side: Side, by: 'weight' | 'amount', value: string) =>
  ask<TradeQuoteView>(shop, member, `/trade/${side}_quote`, { by, value })
export const trade = (
  shop: Shop,
  member: TestMember,
  side: Side,
  { quote_id, pin = PIN, key }: { quote_id: string; pin?: string; key?: string },
) => call<TradeView>(shop, member, `/trade/${side}`, { quote_id, pin }, key ? { 'idempotency-key': key } : {})

/** What a member has: money in minor units, gold in units of 0.0001 g. */
export async function heldBy({ karat }: Shop, { id }: TestMember): Promise<{ cash: bigint; gold: bigint }> {
  const rows = await karat.db.rows<{ kind: 'cash' | 'gold'; balance: bigint }>(sql`
    select a.kind, b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.member_id = ${id}`)
  const of = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0n
  return { cash: of('cash'), gold: of('gold') }
}

/** What the audit finds beside what a test itself put in, which would fill the few rows that it tells of a rule. */
export const auditVault = (shop: Shop) => inOneSnapshot(judgeOf(shop), violationsBeside)

/** A connection of its own judges a shop: the rules are planned for each connection, which takes longer than to judge by them. */
function judgeOf(shop: Shop): Db {
  const known = judges.get(shop) ?? new Db(shop.connectionString, { max: 1, role: APPLICATION_ROLE })
  judges.set(shop, known)
  return known
}
const judges = new WeakMap<Shop, Db>()

export const violationsBeside = (on: Queryable) =>
  findViolations(
    on,
    allChecks.map(({ rule, find }) => ({
      rule,
      // The rule first: whoever reads thousands of rows is not to write them all out.
      find: sql`select * from (select * from (${find}) as one offset 0) as any_row where to_jsonb(any_row)::text not like ${`%${TEST_KIND}%`}
        and to_jsonb(any_row)::text not like ${`%${FUNDING}%`}`,
    })),
  )
