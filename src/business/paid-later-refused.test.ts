/** A large trade with a deposit against who would cheat with it, and against what the house itself stops meanwhile. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  acceptLater,
  agreedLater,
  endsDeal,
  open,
  paidUntil,
  payRest,
  quotedBy,
  readTrade,
  requested,
  undecided,
} from '../../tests/support/business.ts'
import { stopMember } from '../../tests/support/cases.ts'
import { type OpenDeposit, paidDeposit, takesCharges } from '../../tests/support/deposits.ts'
import { disputed } from '../../tests/support/disputes.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, giveGold, heldBy, openVault, takeCash, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { holdPurposes } from '../hold-purposes.ts'
import { expireHolds } from '../ledger/expire-holds.ts'
import { deleteMember } from '../rights/delete-member.ts'
import { whyNotLeave } from '../vault/uncleared.ts'

const GRAM = 10_000n
const RICH = 2_000_000_000n
const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 20_000n * GRAM)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))

const agreed = () => agreedLater(shop, desk)
const ends = (path: 'close_out' | 'give_back', id: string) => endsDeal(shop, desk, path, id)
/** A price that is open for a member who may take it with a deposit. */
async function opened(member: TestMember, grams = '250') {
  const { request_id: id } = await requested(shop, member, { side: 'buy', weight: grams, delivery: 'vault', words: '' })
  await quotedBy(shop, desk, id)
  const { price } = (await open(shop, member, id)).data
  return { id, price, accept: () => acceptLater(shop, member, id, price?.quote_id) }
}
const again = async (member: TestMember, id: string) => {
  const { price } = (await open(shop, member, id)).data
  return { accept: () => acceptLater(shop, member, id, price?.quote_id) }
}
const clears = (on: Shop, { deposit_id }: OpenDeposit) =>
  asOwner(on.connectionString, [
    'alter table vault.deposits disable trigger guard_deposit',
    `update vault.deposits set clears_at = now() where id = '${deposit_id}'`,
    'alter table vault.deposits enable trigger guard_deposit',
  ])

test('a deposit is cleared money; asked back later, it pays nothing, and lost, what is there is taken and the deposit stays', async () => {
  takesCharges(shop)
  const member = await vaultMember(shop, { gold: 5n * GRAM })
  const card = await paidDeposit(shop, member, 100_000_000n)
  const early = await opened(member)
  expect((await early.accept()).error).toBe('value_uncleared')
  await clears(shop, card)
  expect((await early.accept()).error).toBe(null)
  const { agreed: of } = await readTrade(shop, member, early.id)
  const { cash } = await heldBy(shop, member)
  expect(cash).toBe(100_000_000n - BigInt(of?.deposit ?? '0'))
  await disputed(shop, card, 'open')
  const holder = { memberId: member.id, store: 'id', currency: 'IDR' } as const
  expect(
    await whyNotLeave(shop.karat.db, holder, 'gold', 5n * GRAM),
    'gold of before is not what the bank asks for',
  ).toBeNull()
  const due = await vaultMember(shop, { cash: RICH })
  expect((await payRest(shop, due, early.id)).error).toBe('not_found')
  await takeCash(shop, member, cash - BigInt(of?.rest ?? '0'))
  expect((await payRest(shop, member, early.id)).error, 'all of it is there, and a bank asks for 100 m of it').toBe(
    'cash_disputed',
  )
  await takeCash(shop, member, (await heldBy(shop, member)).cash - 100_000_000n)
  const second = await opened(member, '100')
  expect((await second.accept()).error).toBe('value_disputed')
  await disputed(shop, card, 'lost')
  expect((await heldBy(shop, member)).cash).toBe(0n)
  await paidUntil(shop, early.id)
  expect((await ends('close_out', early.id)).error).toBe(null)
  const closed = (await readTrade(shop, member, early.id)).agreed?.closed
  expect(BigInt(closed?.kept ?? '0')).toBeGreaterThan(0n)
  expect((await heldBy(shop, member)).cash).toBe(BigInt(of?.deposit ?? '0') - BigInt(closed?.kept ?? '0'))
  expect(await auditVault(shop)).toEqual([])
})

test('a price that is over, of somebody else, or without its deposit is agreed on by nobody', async () => {
  const member = await vaultMember(shop, { cash: RICH })
  const other = await vaultMember(shop, { cash: RICH })
  const theirs = await opened(member)
  expect((await acceptLater(shop, other, theirs.id, theirs.price?.quote_id)).error).toBe('not_found')
  await shop.karat.db.run(sql`update vault.quotes set expires_at = now() where id = ${theirs.price?.quote_id}`)
  expect((await theirs.accept()).error).toBe('quote_expired')
  const poor = await vaultMember(shop, { cash: 10_000_000n })
  const wanted = await opened(poor)
  expect((await wanted.accept()).error).toBe('balance_too_low')
  expect((await readTrade(shop, poor, wanted.id)).state).toBe('quoted')
  expect((await heldBy(shop, poor)).cash).toBe(10_000_000n)
})

test('stopped by a case: neither agreed on, paid nor closed out; the desk gives back, or time does', async () => {
  const [one, two] = [await agreed(), await agreed()]
  const member = await vaultMember(shop, { cash: RICH })
  const fresh = await opened(member)
  for (const stopped of [one.member, two.member, member]) await stopMember(shop, stopped)
  expect((await fresh.accept()).error).toBe('not_possible_now')
  expect((await payRest(shop, one.member, one.id)).error).toBe('not_possible_now')
  await paidUntil(shop, one.id)
  expect((await ends('close_out', one.id)).error).toBe('not_possible_now')
  expect((await ends('give_back', one.id)).error).toBe(null)
  expect((await heldBy(shop, one.member)).cash).toBe(RICH)
  await undecided(shop, two.id)
  const failed: unknown[] = []
  await expireHolds(shop.karat.db, holdPurposes(shop.karat), (error) => failed.push(error))
  expect(failed).toEqual([])
  expect((await heldBy(shop, two.member)).cash).toBe(RICH)
  expect(await auditVault(shop)).toEqual([])
})

test('an account is not closed while its deposit is set aside, and is once that was given back and left', async () => {
  const { member, id, answer } = await agreed()
  await takeCash(shop, member, (await heldBy(shop, member)).cash)
  const closes = () =>
    shop.karat.db.transaction((tx) => deleteMember(shop.karat, tx, { memberId: member.id, passwordHash: 'of nothing' }))
  await expect(closes()).rejects.toMatchObject({ code: 'account_not_closable' })
  await ends('give_back', id)
  await expect(closes()).rejects.toMatchObject({ code: 'account_not_closable' })
  await takeCash(shop, member, BigInt(answer.data.agreed?.deposit ?? '0'))
  await closes()
  const kept = await shop.karat.db.row<{ ended: string }>(
    sql`select ended from business.agreements where request_id = ${id}`,
  )
  expect(kept?.ended).toBe('given_back')
})

test('the store halted or short of gold: no payment and no close-out at a price that is none; open again, it is paid', async () => {
  const { member, id } = await agreed()
  const other = await staffSignedIn(shop, 'desk')
  await askStaff(shop, desk, '/prices/halt', { store: 'id', reason: 'A wrong feed' })
  await paidUntil(shop, id)
  expect((await ends('close_out', id)).error).toBe('price_unavailable')
  await askStaff(shop, desk, '/prices/resume', { store: 'id', reason: 'The feed is right' })
  await paidUntil(shop, id, "+ interval '1 day'")
  await giveGold(shop, await vaultMember(shop), GRAM)
  const all = await shop.karat.db.rows<{ id: string }>(
    sql`select id from backing.bars where state = 'available' and store = 'id'`,
  )
  for (const { id: bar_id } of all) await askStaff(shop, desk, '/vault/lose', { bar_id, reason: 'Not in the vault' })
  expect((await payRest(shop, member, id)).error).toBe('buying_closed')
  expect((await readTrade(shop, member, id)).state).toBe('agreed')
  for (const { id: bar_id } of all)
    await askStaff(shop, desk, '/vault/bringBack', { bar_id, reason: 'Found in its place' })
  const { approval_id } = (await askStaff(shop, desk, '/vault/unfreeze', { store: 'id', reason: 'All is there' })).data
  expect((await askStaff(shop, other, '/approvals/approve', { approval_id })).error).toBe(null)
  expect((await payRest(shop, member, id)).error).toBe(null)
  expect((await heldBy(shop, member)).gold).toBe(250n * GRAM)
})

test('a level holds the grams with those that wait for their money, and a day of it takes the total', async () => {
  await movePrice(shop, -1000)
  const member = await vaultMember(shop, { cash: RICH, gold: 300n * GRAM, level: 2 })
  const large = await opened(member, '150')
  expect((await large.accept()).error, 'no day takes so much').toBe('verification_required')
  const first = await opened(member, '100')
  expect((await first.accept()).error).toBe(null)
  const second = await opened(member, '110')
  expect((await second.accept()).error, '300 g, and 100 g that wait, of 500 g').toBe('verification_required')
  await ends('give_back', first.id)
  expect((await (await again(member, second.id)).accept()).error).toBe(null)
})
