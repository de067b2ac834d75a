/** Two people correct what a member has: what is booked, what is refused, and what each of them and the member see. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { faultAtEach } from '../../tests/support/faults.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const GRAM = 10_000n
let desk: TestStaff
let second: TestStaff
beforeAll(async () => {
  await openVault(shop)
  await fillVault(shop, 100n * GRAM)
  desk = await staffSignedIn(shop, 'desk')
  second = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
})

const wish = {
  store: 'id',
  asset: 'gold',
  way: 'add',
  amount: '1.5',
  told: 'A gift that was promised',
  reason: 'case 12',
}
const ask = (memberId: string, more: object = {}) =>
  askStaff(shop, desk, '/members/adjust', { member_id: memberId, ...wish, ...more })
const approve = (approval_id: unknown) => askStaff(shop, second, '/approvals/approve', { approval_id })
async function adjust(memberId: string, more: object = {}) {
  const { data } = await ask(memberId, more)
  const { approval_id } = data as { approval_id: string }
  return approve(approval_id)
}

test('grams and money are added and taken by two people, and the member reads why', async () => {
  const member = await vaultMember(shop, { cash: 5000n })
  const asked = await ask(member.id)
  expect(asked.status).toBe(200)
  expect(await heldBy(shop, member), 'nothing before the second person').toEqual({ cash: 5000n, gold: 0n })
  await approve((asked.data as { approval_id: string }).approval_id)
  expect(await heldBy(shop, member)).toEqual({ cash: 5000n, gold: 15_000n })
  const letter = await newestMail(shop, `${member.id}@karat.test`)
  expect([letter.subject, letter.body].join()).toMatch(/Correction J\d+.*1\.5000\sg.*A gift that was promised/s)
  await adjust(member.id, { asset: 'cash', way: 'take', amount: '2000' })
  await adjust(member.id, { way: 'take', amount: '0.5' })
  expect(await heldBy(shop, member)).toEqual({ cash: 3000n, gold: 10_000n })
})

test('what is not there is not taken, and grams that the house does not own are not given', async () => {
  const member = await vaultMember(shop)
  expect(await ask(member.id, { way: 'take' })).toMatchObject({ error: 'balance_too_low' })
  expect(await ask(member.id, { amount: '0' })).toMatchObject({
    status: 422,
    data: { fields: { amount: expect.any(String) } },
  })
  expect(await ask(member.id, { amount: '1.00001' })).toMatchObject({ status: 422 })
  expect(await ask(member.id, { store: 'xx' })).toMatchObject({ error: 'unknown_store' })
  expect(await adjust(member.id, { amount: '50000' })).toMatchObject({ error: 'gold_sold_out' })
  expect(await heldBy(shop, member)).toEqual({ cash: 0n, gold: 0n })
})

test('a fault at any statement of what the second person approves leaves it whole or absent', async () => {
  const member = await vaultMember(shop)
  const { data } = await ask(member.id)
  const { approval_id } = data as { approval_id: string }
  const approving = async () => ({ http: (await approve(approval_id)).status })
  const { statements } = await faultAtEach(shop, approving)
  expect(statements).toBeGreaterThan(8)
  expect((await heldBy(shop, member)).gold).toBe(15_000n)
})

test('what a member has is shown with a reason, on record', async () => {
  const member = await vaultMember(shop, { gold: GRAM })
  const asked = await askStaff(shop, desk, '/members/vault', { member_id: member.id, reason: 'a call' })
  expect(asked.data).toMatchObject({ stores: [] })
  await adjust(member.id)
  const shown = await askStaff(shop, desk, '/members/vault', { member_id: member.id, reason: 'a call' })
  expect(shown.data).toMatchObject({
    stores: [{ store: 'id', currency: 'IDR', gold: '2.5000', uncleared_gold: '0.0000', disputed: false }],
  })
  const row = await shop.karat.db.row<{ text: string }>(sql`
    select row_to_json(a)::text as text from staff.actions a where action = 'members.reveal' order by id desc limit 1`)
  expect(row?.text).toMatch(/vault.*a call|a call.*vault/s)
})
