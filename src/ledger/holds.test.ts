/** Holds: what is set aside, what is refused, what the database and the audit say of the rest, and what becomes of them at once. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TEST_KIND } from '../../tests/support/books.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop } from '../../tests/support/shop.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import { auditVault, openVault, vaultMember, violationsBeside } from '../../tests/support/vault.ts'
import { sql, type Tx } from '../db/database.ts'
import { expireHolds } from './expire-holds.ts'
import { type HoldPurposes, placeHold, releaseHold, useHold } from './holds.ts'
import { balanceOf } from './ledger-queries.ts'
import { houseAccount, memberAccount } from './ledger-rules.ts'
import type { Posting } from './posting-rules.ts'

const shop = openShop()
beforeAll(() => openVault(shop))
const ended: string[] = []
const purposes: HoldPurposes = {
  testing: {
    async expired(_tx, { subject }) {
      ended.push(subject)
    },
  },
}
beforeEach(() => {
  ended.length = 0
})
afterEach(() => {
  shop.intercept.current = undefined
})
const inTx = <T>(work: (tx: Tx) => Promise<T>) => shop.karat.db.transaction(work)
const own = ({ id }: TestMember) => ({ store: 'id', id })
type Wish = { asset?: 'IDR' | 'XAU'; subject?: string; purpose?: string; seconds?: number }
const place = (member: TestMember, amount: bigint, wish: Wish = {}) =>
  inTx((tx) =>
    placeHold(tx, {
      ...{ store: 'id', memberId: member.id, asset: 'IDR', amount, actor: `member:${member.id}` },
      ...{ purpose: 'testing', subject: randomUUID(), seconds: 3600, ...wish },
    }),
  )
const release = (id: string) => inTx((tx) => releaseHold(tx, id, 'system'))
const spent = (member: TestMember, amount: bigint): Posting => ({
  ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
  legs: [
    { account: memberAccount(own(member), 'cash_held', 'IDR'), amount: -amount },
    { account: houseAccount('id', 'rounding', 'IDR'), amount },
  ],
})
const use = (id: string, member: TestMember, amount: bigint) => inTx((tx) => useHold(tx, id, spent(member, amount)))
const has = (member: TestMember, kind: 'cash' | 'cash_held' | 'gold' | 'gold_held') =>
  balanceOf(shop.karat.db, memberAccount(own(member), kind, kind.startsWith('gold') ? 'XAU' : 'IDR'))
const cashOf = async (member: TestMember) => [await has(member, 'cash'), await has(member, 'cash_held')]
const defects: unknown[] = []
const round = () => expireHolds(shop.karat.db, purposes, (error) => defects.push(error))
/** The end of the hold has come: what only the owner of the database can say. */
const past = (id: string) =>
  asOwner(shop.connectionString, [
    'alter table ledger.holds disable trigger guarded',
    `update ledger.holds set placed_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where id = '${id}'`,
    'alter table ledger.holds enable always trigger guarded',
  ])

test('what is held cannot be spent, and is whole again when released; grams alike', async () => {
  const member = await vaultMember(shop, { cash: 1000n, gold: 50n })
  const hold = await place(member, 600n)
  const grams = await place(member, 50n, { asset: 'XAU' })
  expect(await cashOf(member)).toEqual([400n, 600n])
  expect([await has(member, 'gold'), await has(member, 'gold_held')]).toEqual([0n, 50n])
  await expect(place(member, 401n)).rejects.toMatchObject({ code: 'balance_too_low' })
  expect(await auditVault(shop)).toEqual([])
  await release(hold)
  await release(grams)
  expect(await cashOf(member)).toEqual([1000n, 0n])
  expect([await has(member, 'gold'), await has(member, 'gold_held')]).toEqual([50n, 0n])
  await expect(release(hold)).rejects.toMatchObject({ code: 'hold_resolved' })
  expect(await auditVault(shop)).toEqual([])
})

test('a use takes all or a part, and what it leaves is released with it', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  await use(await place(member, 300n), member, 300n)
  expect(await cashOf(member)).toEqual([700n, 0n])
  const part = await place(member, 500n)
  await use(part, member, 120n)
  expect(await cashOf(member)).toEqual([580n, 0n])
  expect(await shop.karat.db.row(sql`select state, used from ledger.holds where id = ${part}`)).toEqual({
    ...{ state: 'used', used: 120n },
  })
  await expect(use(part, member, 1n)).rejects.toMatchObject({ code: 'hold_resolved' })
  expect(await auditVault(shop)).toEqual([])
})

test('a use of more than is held, of nothing, or of what another holds moves nothing', async () => {
  const [member, other] = [await vaultMember(shop, { cash: 1000n }), await vaultMember(shop, { cash: 1000n })]
  const hold = await place(member, 300n)
  await place(member, 300n)
  await place(other, 300n)
  await expect(use(hold, member, 301n)).rejects.toMatchObject({ constraint: 'hold_is_used_in_part' })
  await expect(use(hold, member, 0n)).rejects.toMatchObject({ constraint: 'hold_is_used_in_part' })
  await expect(use(hold, other, 300n)).rejects.toThrow('does not hold')
  expect([await cashOf(member), await cashOf(other)]).toEqual([
    [400n, 600n],
    [700n, 300n],
  ])
})

test('a subject has one open hold, and another when that is resolved', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const subject = randomUUID()
  const hold = await place(member, 100n, { subject })
  await expect(place(member, 100n, { subject })).rejects.toMatchObject({ code: 'hold_exists' })
  await release(hold)
  await place(member, 100n, { subject })
  expect(await cashOf(member)).toEqual([900n, 100n])
})

test('past its end a hold is not used, though no round has come; the round releases it once and tells its purpose', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const subject = randomUUID()
  const hold = await place(member, 400n, { subject })
  const later = await place(member, 100n)
  expect(await round()).toBe(0)
  await past(hold)
  await expect(use(hold, member, 400n)).rejects.toMatchObject({ code: 'hold_expired' })
  const rounds = await Promise.all([round(), round(), round()])
  expect(rounds.reduce((sum, one) => sum + one)).toBe(1)
  expect(ended).toEqual([subject])
  expect(await cashOf(member)).toEqual([900n, 100n])
  await use(later, member, 100n)
  expect(await auditVault(shop)).toEqual([])
})

test('a hold whose purpose nobody knows stays and is reported; the others are released', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const [unknown, known] = [await place(member, 100n, { purpose: 'unheard_of' }), await place(member, 200n)]
  await past(unknown)
  await past(known)
  expect(await round()).toBe(1)
  expect(defects.splice(0)).toMatchObject([{ message: expect.stringContaining('unheard_of') }])
  expect(await cashOf(member)).toEqual([900n, 100n])
  await release(unknown)
})

test('six holds of 1,000 at once of 5,000: five; the last grams twice at once: one', async () => {
  const member = await vaultMember(shop, { cash: 5000n, gold: 7n })
  const tries = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => place(member, 1000n)),
    ...Array.from({ length: 2 }, () => place(member, 7n, { asset: 'XAU' })),
  ])
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
  expect(refused).toEqual(['balance_too_low', 'balance_too_low'])
  expect(await cashOf(member)).toEqual([0n, 5000n])
  expect(await has(member, 'gold_held')).toBe(7n)
})

/** Use, release and the same again at once: how many believe that they had the hold. */
async function resolvedAtOnce(): Promise<number> {
  const member = await vaultMember(shop, { cash: 2000n })
  const hold = await place(member, 500n)
  await place(member, 1000n) // so that no floor stops who resolves it twice
  const tries = await Promise.allSettled([use(hold, member, 500n), release(hold), use(hold, member, 500n)])
  return tries.filter((one) => one.status === 'fulfilled').length
}

test('use and release of one hold at once: exactly one wins', async () => {
  for (let turn = 0; turn < 5; turn++) expect(await resolvedAtOnce()).toBe(1)
  expect(await auditVault(shop)).toEqual([])
})

test('a release that fails in the middle leaves the hold open', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const hold = await place(member, 400n)
  shop.intercept.current = (text) => {
    if (text.includes('insert into ledger.transfers')) throw new Error('crash')
    return text
  }
  await expect(release(hold)).rejects.toThrow('crash')
  await expect(use(hold, member, 400n)).rejects.toThrow('crash')
  shop.intercept.current = undefined
  expect(await cashOf(member)).toEqual([600n, 400n])
  await release(hold)
  expect(await auditVault(shop)).toEqual([])
})

test('the database refuses a changed, resolved or deleted hold, whoever asks', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const [open, done] = [await place(member, 400n), await place(member, 100n)]
  await release(done)
  const asked = (statement: string) => asOwner(shop.connectionString, [statement])
  const on = (id: string, change: string) => asked(`update ledger.holds set ${change} where id = '${id}'`)
  await expect(on(open, `amount = 1, state = 'released'`)).rejects.toMatchObject({ code: '42501' })
  await expect(on(open, `expires_at = now() + interval '1 year'`)).rejects.toMatchObject({ code: '42501' })
  await expect(on(done, `state = 'used', used = 100`)).rejects.toMatchObject({ constraint: 'hold_resolves_once' })
  await expect(on(done, `state = 'placed', resolved_at = null`)).rejects.toMatchObject({
    constraint: 'hold_resolves_once',
  })
  await expect(asked(`delete from ledger.holds where id = '${done}'`)).rejects.toMatchObject({ code: '42501' })
  await expect(asked('truncate ledger.holds cascade')).rejects.toMatchObject({ code: '42501' })
  await expect(
    asked(`insert into ledger.holds (id, store, member_id, asset, amount, purpose, subject, expires_at, state, resolved_at)
      select gen_random_uuid(), store, member_id, asset, amount, purpose, 'x', expires_at, 'released', now() from ledger.holds limit 1`),
  ).rejects.toMatchObject({ constraint: 'hold_begins_open' })
})

test('the audit names a hold that was altered, added or taken away', async () => {
  const member = await vaultMember(shop, { cash: 1000n })
  const [open, used] = [await place(member, 400n), await place(member, 300n)]
  await use(used, member, 100n)
  const rulesAfter = async (statement: string) => {
    const found = await afterTampering(shop.connectionString, [statement], violationsBeside)
    const mine = found.filter(({ row }) => row.includes(member.id))
    return [...new Set(mine.map(({ rule }) => rule))]
  }
  const [sums, record] = [
    'what is held of a member is what their open holds say',
    'every transfer has its record, and moves what that says',
  ]
  expect(await rulesAfter('select 1')).toEqual([])
  expect(await rulesAfter(`update ledger.holds set amount = 401 where id = '${open}'`)).toEqual([sums, record])
  expect(await rulesAfter(`delete from ledger.holds where id = '${open}'`)).toEqual([sums, record])
  expect(await rulesAfter(`update ledger.holds set used = 101 where id = '${used}'`)).toEqual([record])
  expect(
    await rulesAfter(`update ledger.holds set state = 'released', resolved_at = now() where id = '${open}'`),
  ).toEqual([sums])
})

/** Two last ones, for they leave damage. What a hold comes out of never goes below zero: */
test('without the floor of balances all six would be placed', async () => {
  await asOwner(shop.connectionString, ['alter table ledger.balances drop constraint balance_never_negative'])
  const member = await vaultMember(shop, { cash: 5000n })
  await Promise.all(Array.from({ length: 6 }, () => place(member, 1000n)))
  expect(await cashOf(member)).toEqual([-1000n, 6000n])
})

/** And: what the one claim in `resolve` and the database's own guard are for. */
test('without the claim and the guard more than one would win', async () => {
  await asOwner(shop.connectionString, ['alter table ledger.holds disable trigger guarded'])
  shop.intercept.current = (text) =>
    text.includes('update ledger.holds')
      ? text.replace(`and state = 'placed'`, '').replace(' where id', ', resolved_at = now() where id')
      : text
  expect(await resolvedAtOnce()).toBeGreaterThan(1)
})
