/** The ledger looked through: sums, entries with what was held after each, whole transfers; and what a look at members costs. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { fakeAcquirer, moveThrough, paidOrder } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { type EntryPlace, heldWith, listEntries } from '../ledger/browse-queries.ts'
import type { Staff } from '../staff/door.ts'
import type { AccountsView, EntriesView, KindsView, OneAccountView, OneTransferView } from './ledger-contract.ts'
import { revealEntries } from './read-ledger.ts'

const shop = openShop()
const reason = 'The accountant asks about a trade'
let desk: TestStaff
let member: TestMember
beforeAll(async () => {
  fakeAcquirer(shop)
  await freshTick(shop)
  await openVault(shop)
  await fillVault(shop, 1_000_000n)
  desk = await staffSignedIn(shop, 'desk')
  member = await vaultMember(shop, { cash: 90_000_000n })
  for (const weight of ['1', '0.5', '0.25'])
    await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', weight))
  await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', '0.75'))
})

const ask = (path: string, body?: object, as = desk) => askStaff(shop, as, `/books/ledger${path}`, body)
const kinds = async () => (await ask('/kinds?store=id')).data as KindsView
const accountOf = async (kind: string, asset = 'IDR') =>
  (await kinds()).rows.find((row) => row.kind === kind && row.asset === asset)?.account ?? ''
const memberAccount = async (kind: string) => {
  const { rows } = (await ask(`/accounts?store=id&kind=${kind}&size=100`)).data as AccountsView
  return rows.find(({ member_id: id }) => id === member.id)?.account ?? ''
}
const units = (text: string) => BigInt(text.replace('.', ''))
const looks = (action: string) =>
  shop.karat.db.rows<{ subject: string; reason: string | null; details: object }>(sql`
    select subject_id as subject, reason, details from staff.actions where action = ${action} and outcome = 'done' order by id`)

const heldOf = (account: string, entry: EntryPlace) => heldWith(shop.karat.db, BigInt(account), entry)

test('kinds sum to the unit what the entries do, floors agree, and each asset together is nothing', async () => {
  const { rows, assets } = await kinds()
  const held = await shop.karat.db.rows<{ key: string; sum: string }>(sql`
    select a.kind || ' ' || a.asset as key, sum(e.amount)::text as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.store = 'id' group by 1`)
  expect(
    rows
      .filter(({ entries }) => entries > 0)
      .map((row) => `${row.kind} ${row.asset} ${units(row.sum)}`)
      .sort(),
  ).toEqual(held.map(({ key, sum }) => `${key} ${sum}`).sort())
  expect(assets.map(({ asset, sum }) => [asset, units(sum)])).toEqual([
    ['IDR', 0n],
    ['XAU', 0n],
  ])
  const floors = Object.groupBy(rows, ({ floor }) => floor)
  expect(floors.differs).toBeUndefined()
  expect(floors.agrees?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['vault', 'cash', 'gold']))
  expect(floors.none?.map(({ kind }) => kind)).toContain('spread')
})

test('an account’s entries follow one another over the pages, each with what was held after it', async () => {
  const account = await accountOf('spread')
  const all = (await ask(`/entries?account=${account}`)).data as EntriesView
  expect(all.rows.length).toBeGreaterThanOrEqual(4)
  let held = units(all.sums.closing)
  for (const { amount, after } of all.rows) {
    expect(units(after)).toBe(held)
    held -= units(amount)
  }
  expect(held).toBe(0n)
  const [newest, ...older] = all.rows
  const next = (await ask(`/entries?account=${account}&before=${newest?.place}`)).data as EntriesView
  expect(next.rows).toEqual(older)
  const rest: string[] = []
  let before: EntryPlace | undefined
  do {
    const page = await listEntries(shop.karat.db, { account: BigInt(account), before, limit: 2 })
    for (const entry of page) rest.push(`${entry.transferId}.${entry.position} ${await heldOf(account, entry)}`)
    before = page.at(-1)
  } while (before)
  expect(rest, 'page by page').toEqual(all.rows.map(({ place, after }) => `${place} ${units(after)}`))
  const nobody = `${'-'.repeat(36)}.0`
  expect((await ask(`/entries?account=${account}&before=${nobody}`)).error).toBe('invalid_input')
  const none = (await ask(`/entries?account=${account}&to=2020-01-01`)).data as EntriesView
  expect([none.rows, none.sums.entries, units(none.sums.closing)]).toEqual([[], 0, 0n])
  const since = (await ask(`/entries?account=${account}&from=2020-01-01`)).data as EntriesView
  expect([since.sums.opening, since.sums.closing]).toEqual(['0', all.sums.closing])
})

test('a member’s account is listed without what it holds, and shown only for a reason, on record', async () => {
  const account = await memberAccount('gold')
  const about = (await ask(`/account?account=${account}`)).data as OneAccountView
  expect(about).toMatchObject({ kind: 'gold', member_id: member.id, member: 'Ratna Wulandari', floored: true })
  expect((await ask(`/entries?account=${account}`)).error).toBe('not_found')
  expect((await ask('/reveal', { account, reason: '' })).error).toBe('invalid_input')
  const before = (await looks('members.reveal')).length
  const { rows, sums } = (await ask('/reveal', { account, reason })).data as EntriesView
  const kept = await shop.karat.db.rows<{ after: bigint }>(sql`
    select e.balance_after as after from ledger.entries e where e.account_id = ${account}::bigint order by e.number desc`)
  expect(rows.map(({ after }) => units(after))).toEqual(kept.map(({ after }) => after))
  expect(units(sums.closing)).toBe(10_000n)
  const after = await looks('members.reveal')
  expect(after.slice(before)).toEqual([
    { subject: member.id, reason, details: { did: 'reveal', what: 'ledger', account: 'gold' } },
  ])
})

test('who may not look at what members hold is refused, and nothing of the house is shown as a member’s', async () => {
  const account = await memberAccount('cash')
  const fulfilment = await staffSignedIn(shop, 'fulfilment')
  expect((await ask('/reveal', { account, reason }, fulfilment)).error).toBe('permission_missing')
  expect((await ask('/reveal', { account: await accountOf('spread'), reason })).error).toBe('not_found')
  const reader = { ...desk.staff, may: new Set(['books.see']) } as unknown as Staff
  await expect(revealEntries(shop.karat, reader, { account, reason })).rejects.toMatchObject({
    code: 'permission_missing',
  })
  expect((await ask('/account?account=999999999')).error).toBe('not_found')
})

test('a transfer is whole, and a look at a member’s legs is on record', async () => {
  const [bought] = ((await ask(`/entries?account=${await accountOf('spread')}`)).data as EntriesView).rows
  const before = (await looks('books.see')).length
  const one = (await ask(`/transfer?transfer_id=${bought?.transfer_id}`)).data as OneTransferView
  expect(one).toMatchObject({
    kind: 'gold_sold',
    actor: 'Ratna Wulandari',
    record: { table: 'vault.trades', kind: 'member', id: member.id },
  })
  const sums = new Map<string, bigint>()
  for (const { asset, amount } of one.parts) sums.set(asset, (sums.get(asset) ?? 0n) + units(amount))
  expect(Object.fromEntries(sums)).toEqual({ IDR: 0n, XAU: 0n })
  expect((await looks('books.see')).slice(before)).toEqual([
    { subject: member.id, reason: null, details: { did: 'look', transfer: one.transfer_id, kind: 'gold_sold' } },
  ])
})

test('the record behind a payment and its pieces is their order', async () => {
  const buyer = await signedIn(shop)
  const { order } = await paidOrder(shop, buyer, await someSku(shop))
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const found = await shop.karat.db.rows<{ id: string; kind: string }>(sql`
    select id, kind from ledger.transfers where kind in ('payment_captured', 'pieces_delivered', 'sale_booked')`)
  expect(found.map(({ kind }) => kind)).toContain('payment_captured')
  for (const { id, kind } of found)
    expect(((await ask(`/transfer?transfer_id=${id}`)).data as OneTransferView).record, kind).toMatchObject({
      ...{ kind: 'order', id: order.order_id, name: order.number },
    })
})
