/** Money that is paid at the bank: noted by two people, once, for what waits and nothing else. */
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withdrawal, withdrawer } from '../../../tests/support/payouts.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import {
  approve,
  askRemit,
  askReturned,
  atTheBank,
  cameBack,
  inTheBooks,
  owedByOrder,
  toBank,
} from '../../../tests/support/remittances.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { afterTampering } from '../../../tests/support/tampering.ts'
import { auditVault, openVault, violationsBeside } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const MILLION = 1_000_000n
let desk: TestStaff
let second: TestStaff
beforeAll(async () => {
  await openVault(shop)
  desk = await staffSignedIn(shop, 'desk')
  second = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))
afterEach(async () => expect(await auditVault(shop)).toEqual([]))

const rowOf = async (id: string) => (await atTheBank(shop, desk)).rows.find((row) => row.id === id)
const counted = async () =>
  ((await askStaff(shop, desk, '/overview/figures?store=id')).data as { to_remit: number }).to_remit
const moved = async (work: () => Promise<unknown>) => {
  const kinds = ['payout_clearing', 'court_payable', 'bank'] as const
  const before = await Promise.all(kinds.map((kind) => inTheBooks(shop, kind)))
  await work()
  const after = await Promise.all(kinds.map((kind) => inTheBooks(shop, kind)))
  return after.map((sum, at) => sum - (before[at] ?? 0n))
}

test('what came back for a closed account is paid when the second person approves, in the verified name', async () => {
  const waits = await cameBack(shop, 5n * MILLION)
  const open = await counted()
  expect(await rowOf(waits.id)).toMatchObject({
    ...{ kind: 'payout', number: waits.number, state: 'waiting', amount: '5000000', currency: 'IDR', store: 'id' },
    ...{ came_from: 'BCA •••• 7890', authority: null, second_asked: false, remittances: [] },
    member: expect.stringMatching(/^Deleted account/),
  })
  const { data } = await askRemit(shop, desk, waits, toBank)
  expect([(await rowOf(waits.id))?.second_asked, await counted()]).toEqual([true, open])
  expect((await askRemit(shop, second, waits, toBank)).error).toBe('approval_waiting')
  expect((await approve(shop, desk, data.approval_id)).error).toBe('second_person_required')
  expect(await moved(() => approve(shop, second, data.approval_id))).toEqual([-5n * MILLION, 0n, 5n * MILLION])
  expect(await rowOf(waits.id)).toMatchObject({
    ...{ state: 'paid', second_asked: false },
    remittances: [
      {
        ...{ number: expect.stringMatching(/^B\d+$/), paid_to: 'BCA •••• 7890', reference: 'BCA 4711' },
        ...{ made_by: [expect.any(String), expect.any(String)], returned_at: null, returned_by: [] },
      },
    ],
  })
  expect(await counted()).toBe(open - 1)
  expect((await askRemit(shop, desk, waits, toBank)).error).toBe('remitted_already')
  const { rows } = (await askStaff(shop, desk, `/payouts/list?q=${waits.number}`)).data as unknown as {
    rows: { unclaimed: boolean }[]
  }
  expect(rows).toMatchObject([{ unclaimed: false }])
  expect((await atTheBank(shop, desk, '&state=waiting')).rows.map(({ id }) => id)).not.toContain(waits.id)
  expect((await atTheBank(shop, desk, '&state=paid&store=my')).total).toBe(0)
})

test('each field that is wrong is named, and another name than the verified one is refused without telling it', async () => {
  const waits = await cameBack(shop, MILLION)
  const fields = async (more: object) => (await askRemit(shop, desk, waits, more)).data.fields
  expect(await fields({})).toEqual({
    bank: expect.any(String),
    account: expect.any(String),
    holder: expect.any(String),
  })
  expect(await fields({ ...toBank, account: 'ABC12345' })).toEqual({ account: expect.any(String) })
  expect(await fields({ ...toBank, reference: ' ' })).toEqual({ reference: expect.any(String) })
  expect(await fields({ ...toBank, reason: ' ' })).toEqual({ reason: expect.any(String) })
  const other = await askRemit(shop, desk, waits, { ...toBank, holder: 'Budi Santoso' })
  expect(other.data.fields).toEqual({ holder: 'must be the former member’s verified name' })
  expect(JSON.stringify(other)).not.toMatch(/wulandari/i)
  expect((await rowOf(waits.id))?.second_asked).toBe(false)
})

test('where no verified name is kept any more, the second person reads so', async () => {
  const waits = await cameBack(shop, MILLION)
  await shop.karat.db.run(sql`delete from kyc.real_names where member_id = ${waits.member.id}`)
  const { data } = await askRemit(shop, desk, waits, { ...toBank, holder: 'Somebody Else' })
  const row = await shop.karat.db.row<{ params: unknown }>(sql`
    select params from staff.approvals where id = ${String(data.approval_id)}`)
  expect(row?.params).toEqual({
    ...{ withdrawal: waits.number, amount: { minor: '1000000', currency: 'IDR' } },
    ...{ paid_to: 'BCA •••• 7890', holder: 'unknown', reference: 'BCA 4711' },
  })
  await approve(shop, second, data.approval_id)
  expect((await rowOf(waits.id))?.state).toBe('paid')
})

test('what a court ordered goes to the authority of the order, and the case says so', async () => {
  const waits = await owedByOrder(shop, [desk, second], 400_000n)
  expect(await rowOf(waits.id)).toMatchObject({
    ...{ kind: 'court_order', number: waits.number, state: 'waiting', amount: '400000' },
    ...{ authority: 'Kejaksaan Negeri Jakarta Pusat', came_from: null },
  })
  const { data } = await askRemit(shop, desk, waits)
  expect(await moved(() => approve(shop, second, data.approval_id))).toEqual([0n, -400_000n, 400_000n])
  const paid = (await rowOf(waits.id))?.remittances[0]
  expect(paid?.paid_to).toBe('Kejaksaan Negeri Jakarta Pusat')
  const events = await shop.karat.db.rows<{ did: string; words: string }>(sql`
    select did, words from cases.events where case_id = ${waits.case_id} order by id`)
  expect(events.map(({ did }) => did)).toEqual(['opened', 'moved', 'moved'])
  expect(events.at(-1)?.words).toBe(`${paid?.number}, BCA 4711: The former member wrote`)
})

test('what came back at the bank waits again, by two people, and is paid once more', async () => {
  const waits = await cameBack(shop, MILLION)
  const pay = async () => approve(shop, second, (await askRemit(shop, desk, waits, toBank)).data.approval_id)
  await pay()
  const first = (await rowOf(waits.id))?.remittances[0]
  const { data } = await askReturned(shop, desk, first?.id ?? '')
  expect((await rowOf(waits.id))?.state).toBe('paid')
  expect(await moved(() => approve(shop, second, data.approval_id))).toEqual([MILLION, 0n, -MILLION])
  expect(await rowOf(waits.id)).toMatchObject({ state: 'waiting', remittances: [{ returned_at: expect.any(String) }] })
  expect((await askReturned(shop, desk, first?.id ?? '')).error).toBe('remittance_over')
  await pay()
  expect((await rowOf(waits.id))?.remittances).toMatchObject([
    { returned_at: null },
    { id: first?.id, returned_at: expect.any(String), returned_by: [expect.any(String), expect.any(String)] },
  ])
})

test('nothing else is paid there, and only by whom the table says', async () => {
  const paying = await withdrawal(shop, await withdrawer(shop, MILLION), MILLION)
  expect((await askRemit(shop, desk, { kind: 'payout', id: paying.payout_id }, toBank)).error).toBe('not_found')
  const waits = await cameBack(shop, MILLION)
  expect((await askRemit(shop, desk, { ...waits, kind: 'court_order' })).error).toBe('not_found')
  expect((await askReturned(shop, desk, waits.id)).error).toBe('not_found')
  const support = await staffSignedIn(shop, 'support')
  expect((await askRemit(shop, support, waits, toBank)).error).toBe('permission_missing')
  expect((await askReturned(shop, support, waits.id)).error).toBe('permission_missing')
  expect((await atTheBank(shop, support)).total).toBeGreaterThan(0)
})

test('a former member whom a case stops is not paid, also when it opens after the first person asked', async () => {
  const hold = async (member_id: string) =>
    expect(
      (await askStaff(shop, desk, '/cases/openHold', { member_id, kind: 'authority', reason: 'a paper' })).status,
    ).toBe(200)
  const [stopped, later] = [await cameBack(shop, MILLION), await cameBack(shop, MILLION)]
  await hold(stopped.member.id)
  expect((await askRemit(shop, desk, stopped, toBank)).error).toBe('not_possible_now')
  const { data } = await askRemit(shop, desk, later, toBank)
  await hold(later.member.id)
  expect((await approve(shop, second, data.approval_id)).error).toBe('not_possible_now')
  expect((await rowOf(later.id))?.state).toBe('waiting')
})

test('the database takes only what waits, whole, by two people, and keeps it', async () => {
  const waits = await cameBack(shop, MILLION)
  const people = `staff:${desk.id}+staff:${second.id}`
  const insert = (amount: bigint, by: string, payout: string | null = waits.id) =>
    shop.karat.db.run(sql`
      insert into vault.remittances (id, number, payout_id, member_id, store, currency, amount_minor, paid_to, reference, made_by)
      values (gen_random_uuid(), gen_random_uuid()::text, ${payout}, ${waits.member.id}, 'id', 'IDR', ${amount}, 'BCA', 'x', ${by})`)
  await expect(insert(MILLION - 1n, people)).rejects.toMatchObject({ constraint: 'remits_what_waits' })
  await expect(insert(MILLION, people, null)).rejects.toMatchObject({ constraint: 'remits_what_waits' })
  const alone = `staff:${desk.id}+staff:${desk.id}`
  await expect(insert(MILLION, alone)).rejects.toMatchObject({ constraint: 'two_people_remitted' })
  await approve(shop, second, (await askRemit(shop, desk, waits, toBank)).data.approval_id)
  await expect(insert(MILLION, people)).rejects.toMatchObject({ constraint: 'remitted_once' })
  const change = (what: ReturnType<typeof sql>) =>
    shop.karat.db.run(sql`update vault.remittances set ${what} where payout_id = ${waits.id}`)
  await expect(change(sql`amount_minor = 1`)).rejects.toMatchObject({ constraint: 'remittance_stays' })
  await expect(change(sql`returned_at = now()`)).rejects.toMatchObject({ constraint: 'two_people_noted_return' })
  await expect(shop.karat.db.run(sql`delete from vault.remittances`)).rejects.toMatchObject({ code: '42501' })
})

const clearing = 'what is on its way to members’ accounts is what their payouts say'
const owed = 'what the house owes authorities is what courts ordered, less what was paid at the bank'
const noted = 'what was paid at the bank, or came back there, was noted by staff and is booked'
const unexplained = 'every transfer has its record, and moves what that says'
test.each<[string, string[], ...string[]]>([
  ['a payment that is gone', [clearing, unexplained], `delete from vault.remittances where payout_id is not null`],
  [
    'a payment to an authority that is gone',
    [owed, unexplained],
    `delete from vault.remittances where legal_transfer_id is not null`,
  ],
  ['another amount', [unexplained], `update vault.remittances set amount_minor = amount_minor - 1`],
  [
    'one that is said to be back',
    [clearing, noted],
    `update vault.remittances set returned_at = now(), returned_by = made_by where payout_id is not null and returned_at is null`,
  ],
  [
    'nobody who approved it',
    [noted],
    'alter table staff.actions disable trigger all',
    `delete from staff.actions where action = 'payouts.remit'`,
  ],
  [
    'a second payment of the same money',
    [noted],
    'drop index vault.remitted_once',
    `insert into vault.remittances select gen_random_uuid(), 'B1', payout_id, legal_transfer_id, member_id, store, currency, amount_minor,
      paid_to, reference, made_at, made_by from vault.remittances where returned_at is null limit 1`,
  ],
])('the audit finds %s', async (_, rules, ...statements) => {
  const broken = await afterTampering(shop.connectionString, statements, violationsBeside)
  expect(broken.map(({ rule }) => rule)).toEqual(expect.arrayContaining(rules))
})
