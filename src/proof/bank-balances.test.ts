/** What the bank says of members' cash: entered by staff, in the note of the next day beside what is owed, changed by nobody. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { placeHold } from '../ledger/holds.ts'
import type { BankBalanceView } from './bank-balance-contract.ts'
import { readNote, splitSigned } from './note-rules.ts'
import { describeProof } from './proof-page-queries.ts'
import { publishDay } from './publish-day.ts'

const shop = openShop()
let desk: TestStaff
beforeAll(async () => {
  await openVault(shop)
  desk = await staffSignedIn(shop, 'desk')
})
beforeEach(() => freshTick(shop))

const dayFrom = async (days: number) =>
  (
    await shop.karat.db.row<{ day: string }>(
      sql`select to_char((now() at time zone 'Asia/Jakarta') + make_interval(days => ${days}::int), 'YYYY-MM-DD') as day`,
    )
  )?.day ?? ''
const wishOf = async (days: number, more: object = {}) => ({
  ...{
    store: 'id',
    amount: '5000000',
    statement_date: await dayFrom(days),
    reference: ' RK-0418 ',
    reason: 'statement of the month',
  },
  ...more,
})
const enter = async (days: number, more: object = {}) =>
  askStaff(shop, desk, '/vault/bankBalance', await wishOf(days, more))
const shown = async () => (await askStaff(shop, desk, '/vault/bankBalance?store=id')).data as unknown as BankBalanceView

test('a statement stands in the note of the next day beside what is owed, held cash included, and on its page', async () => {
  const before = await shown()
  expect(before.noted).toBeNull()
  const store = shop.karat.stores.get('id')
  if (!store) throw new Error('there is a store')
  const member = await vaultMember(shop, { cash: 1_200_000n })
  await shop.karat.db.transaction((tx) =>
    placeHold(tx, {
      ...{ store: 'id', memberId: member.id, asset: 'IDR', amount: 200_000n },
      ...{ purpose: 'payout', subject: randomUUID(), seconds: 3600, actor: 'system' },
    }),
  )
  const noteOf = async () => {
    const { content } = (await shop.karat.db.row<{ content: Buffer }>(
      sql`select content from proof.files where store = 'id' and name = 'note' order by date desc limit 1`,
    )) ?? { content: Buffer.from('') }
    return readNote(splitSigned(content.toString(), 'note_malformed').text)
  }
  await publishDay(shop.karat, store)
  expect((await noteOf()).cash, 'nothing is said before a statement was entered').toEqual([])
  expect((await enter(-1)).error).toBeNull()
  expect(await shown()).toMatchObject({
    owed: String(1_200_000 + Number(before.owed)),
    noted: { amount: '5000000', days: 1, reference: 'RK-0418', by: 'Staff desk' },
  })
  shop.intercept.current = (text) =>
    text.includes("date_trunc('second', clock_timestamp())")
      ? text.replace('clock_timestamp()', `clock_timestamp() + interval '1 day'`)
      : text
  await publishDay(shop.karat, store)
  shop.intercept.current = undefined
  const line = {
    currency: 'IDR',
    owed: 1_200_000n + BigInt(before.owed),
    atBank: 5_000_000n,
    statementDate: await dayFrom(-1),
  }
  expect((await noteOf()).cash).toEqual([line])
  const page = await describeProof(shop.karat, store, { q: '', part: 'all', rows: 10 })
  expect(page?.cash).toEqual([
    { currency: 'IDR', owed: String(line.owed), at_bank: '5000000', statement_date: line.statementDate },
  ])
})

test('what is no amount, of a day to come or older than the newest is refused beside its field; without the right nothing is entered', async () => {
  expect((await enter(0)).error).toBeNull()
  const fields = async (days: number, more: object = {}) => {
    const { error, data } = await enter(days, more)
    return [error, Object.keys((data as { fields?: object } | null)?.fields ?? {})]
  }
  expect(await fields(0, { amount: '5.000.000' })).toEqual(['invalid_input', ['amount']])
  expect(await fields(0, { amount: '-1' })).toEqual(['invalid_input', ['amount']])
  expect(await fields(1)).toEqual(['invalid_input', ['statement_date']])
  expect(await fields(-2)).toEqual(['invalid_input', ['statement_date']])
  expect(await fields(0, { reference: ' ' })).toEqual(['invalid_input', ['reference']])
  expect(await fields(0, { reason: ' ' })).toEqual(['invalid_input', ['reason']])
  expect((await enter(0, { store: 'xx' })).error).toBe('unknown_store')
  expect((await enter(0, { store: 'my' })).error, 'it keeps no cash').toBe('no_cash_balance')
  const packer = await staffSignedIn(shop, 'fulfilment')
  expect((await askStaff(shop, packer, '/vault/bankBalance', await wishOf(0))).error).toBe('permission_missing')
  expect((await shown()).noted).toMatchObject({ amount: '5000000', days: 0 })
})

test('a newer entry of the same date corrects an older one, which stays; who entered what is written down', async () => {
  expect((await enter(0, { amount: '7000000' })).error).toBeNull()
  expect((await enter(0, { amount: '6500000', reference: 'RK-0419' })).error).toBeNull()
  expect((await shown()).noted).toMatchObject({ amount: '6500000', reference: 'RK-0419' })
  const kept = await shop.karat.db.rows<{ amount: bigint; actor: string }>(sql`
    select balance_minor as amount, actor from proof.bank_balances order by id desc limit 2`)
  expect(kept).toEqual([6_500_000n, 7_000_000n].map((amount) => ({ amount, actor: `staff:${desk.id}` })))
  const [action] = await shop.karat.db.rows<{ details: object }>(sql`
    select details from staff.actions where details ->> 'did' = 'bank_balance' order by id desc limit 1`)
  expect(action?.details).toMatchObject({ amount: { minor: '6500000', currency: 'IDR' }, reference: 'RK-0419' })
  await expect(shop.karat.db.run(sql`update proof.bank_balances set balance_minor = 1`)).rejects.toThrow(
    /permission denied/,
  )
  for (const statement of ['update proof.bank_balances set balance_minor = 1', 'delete from proof.bank_balances'])
    await expect(asOwner(shop.connectionString, [statement])).rejects.toThrow(/refused/)
})
