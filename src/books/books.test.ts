/** Days of the ledger as journals and files: to the unit what the books hold, and never another file for the same day. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { TEST_KIND } from '../../tests/support/books.ts'
import { lateAt } from '../../tests/support/meeting.ts'
import { asOwner } from '../../tests/support/owner.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { type AccountKind, houseLegs } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { startOfDay, storeOf } from '../stores/stores.ts'
import type { ChartView, JournalsView, JournalView } from './contract.ts'
import { closesAt, journalsOn } from './journal-queries.ts'

const { sound: shop, broken } = openShopPair()
const owners = new Map<Shop, TestStaff>()
/** The day before yesterday, and yesterday, in Jakarta. */
let [early, late] = ['', '']
beforeAll(async () => {
  const day = (back: number) => new Date(Date.now() + 7 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)
  ;[early, late] = [day(2), day(1)]
  for (const one of [shop, broken]) {
    await openVault(one)
    owners.set(one, await staffSignedIn(one, 'owner'))
    await post(one, `${early} 23:59:59.999`, { provider_clearing: -700n, order_money: 700n })
    await post(one, `${late} 00:00:00`, { order_money: -200n, sales_gold: 150n, sales_making: 50n })
    await post(one, `${late} 12:00:00`, { suppliers: -90n, stock_cost: 90n })
    await post(one, `${early} 12:00:00`, { order_money: 40n, suspense: -40n }, 'my')
  }
})

const ask = (path: string, body?: object, on = shop) => askStaff(on, owners.get(on) ?? null, path, body)
const journalOf = async (day: string) => (await ask(`/books/journal?store=id&day=${day}`)).data as JournalView
const file = (format: string, day: string, on = shop, store = 'id', more = '') =>
  on.app.inject({
    url: `/api/admin/books/journal.csv?store=${store}&day=${day}&format=${format}${more}`,
    headers: owners.get(on)?.headers ?? {},
  })

/** Only who owns the books can post at another moment than this one. */
async function post(on: Shop, local: string, amounts: Parameters<typeof houseLegs>[2], store = 'id') {
  const reference = randomUUID()
  await on.karat.db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference, actor: 'system' },
      legs: houseLegs(store, store === 'my' ? 'MYR' : 'IDR', amounts),
    }),
  )
  await asOwner(on.connectionString, [
    'alter table ledger.transfers disable trigger user',
    `update ledger.transfers set created_at = '${local}'::timestamp at time zone 'Asia/Jakarta' where reference = '${reference}'`,
    'alter table ledger.transfers enable trigger user',
  ])
}

test('a transfer is of the store’s day in which it was posted, and debits are credits', async () => {
  const [first, second] = await Promise.all([journalOf(early), journalOf(late)])
  expect(first.journals[0]?.lines.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
    ['provider_clearing', '700', '0'],
    ['order_money', '0', '700'],
  ])
  expect(second.journals[0]?.lines.map(({ kind, debit, credit }) => [kind, debit, credit])).toEqual([
    ['stock_cost', '90', '0'],
    ['order_money', '200', '0'],
    ['suppliers', '0', '90'],
    ['sales_gold', '0', '150'],
    ['sales_making', '0', '50'],
  ])
  expect([first.closed, second.journals[0]?.total]).toEqual([true, '290'])
  const { rows } = (await ask(`/books/journals?store=id&month=${late.slice(0, 7)}`)).data as JournalsView
  expect(rows.find(({ day }) => day === late)).toMatchObject({ closed: true, transfers: 2, total: '290', formats: [] })
})

test('all days together are what every account kind holds, of money and of grams, to the unit', async () => {
  await fillVault(shop, 100_000n)
  const member = await vaultMember(shop, { cash: 50_000_000n })
  await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', '1'))
  await post(shop, `${late} 12:00:00`, { bank: -5n, suspense: 5n }, 'my')
  const held = await shop.karat.db.rows<{ store: string; kind: AccountKind; asset: string; sum: string }>(sql`
    select a.store, a.kind, a.asset, sum(e.amount)::text as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    group by 1, 2, 3 order by 1, 2, 3`)
  const days = await shop.karat.db.rows<{ store: string; day: string }>(sql`
    select distinct a.store, to_char(t.created_at at time zone s.time_zone, 'YYYY-MM-DD') as day
    from ledger.transfers t join ledger.accounts a on a.id = t.accounts[1] join stores.stores s on s.code = a.store`)
  const sums = new Map<string, bigint>()
  const add = (key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount)
  for (const { store, day } of days) {
    const { journals, grams } = await journalsOn(shop.karat.db, storeOf(shop.karat, store), day)
    for (const { currency, lines } of journals)
      for (const { kind, debit, credit } of lines) {
        const way = ['stock_cost', 'suppliers', 'cost_of_sales', 'stock_loss'].includes(kind) ? 1n : -1n
        add(`${store} ${kind} ${currency}`, way * (debit - credit))
      }
    for (const { kind, added, taken } of grams) add(`${store} ${kind} XAU`, added - taken)
  }
  expect(held.length).toBeGreaterThan(9)
  expect([...sums].map(([key, sum]) => `${key} ${sum}`).sort()).toEqual(
    held.map(({ store, kind, asset, sum }) => `${store} ${kind} ${asset} ${sum}`).sort(),
  )
})

test('a file is the same bytes again, after trades and another number too; a day that is not over has none', async () => {
  const { today } = (await ask('/books/chart?store=id')).data as ChartView
  expect((await file('xero', today)).json()).toMatchObject({ code: 409, error: 'day_not_over' })
  const formats = ['xero', 'jurnal', 'accurate', 'odoo']
  const before = new Map<string, string>()
  for (const format of formats) {
    const answer = await file(format, late)
    expect(answer.headers['content-disposition']).toContain(`journal-id-${late}-IDR-${format}.csv`)
    before.set(format, answer.body)
  }
  expect(before.get('xero')).toContain(`KARAT-ID-${late}-IDR,`)
  const wish = { store: 'id', kind: 'sales_gold', number: '4-1000', name: 'Emas', reason: 'The accountant’s number' }
  const refused = await ask('/books/setAccount', { ...wish, from: late })
  expect([refused.error, refused.data.day]).toEqual(['day_filed', late])
  expect((await ask('/books/setAccount', { ...wish, from: today })).error).toBeNull()
  await post(shop, `${today} 00:00:01`, { bank: -9n, suspense: 9n })
  for (const format of formats) expect((await file(format, late)).body, format).toBe(before.get(format))
  const journal = await journalOf(late)
  expect(journal.journals[0]?.lines.find(({ kind }) => kind === 'sales_gold')?.number).toBe('4110')
  expect(journal.files.map(({ format }) => format)).toEqual(formats.toSorted())
  const [taken] = await shop.karat.db.rows<{ count: number }>(
    sql`select count(*)::int as count from staff.actions where action = 'books.export' and outcome = 'done'`,
  )
  expect(taken?.count).toBe(8)
})

const number = (day: string) => ({
  store: 'my',
  kind: 'order_money',
  number: '2-2',
  name: 'Lain',
  from: day,
  reason: 'Moved',
})

test('no file is kept of a currency in which nothing moved, unless it is the store’s own', async () => {
  const before = (await journalOf(late)).files
  const of = async (currency: string) => (await file('odoo', late, shop, 'id', `&currency=${currency}`)).json()
  expect(await of('ZZZ')).toMatchObject({ error: 'not_found' })
  expect(await of('idr')).toMatchObject({ error: 'invalid_input', data: { fields: { currency: expect.any(String) } } })
  expect((await journalOf(late)).files).toEqual(before)
  const empty = new Date(Date.parse(early) - 86_400_000 * 30).toISOString().slice(0, 10)
  expect((await file('odoo', empty, shop, 'my')).statusCode).toBe(200)
})

test('a number that is set while a file is made is in the file, or is refused', async () => {
  const answers = await Promise.all([file('odoo', early, shop, 'my'), ask('/books/setAccount', number(early))])
  const content = answers[0].body
  const isSet = answers[1].error === null
  expect([isSet, content.includes(',2-2,')], answers[1].error ?? 'set').toEqual([isSet, isSet])
})

test('without the lock it is set for a day whose file has the one before', async () => {
  let set: string | null = 'nothing'
  await lateAt(
    broken,
    {
      at: /insert into books\.files/,
      plant: (text) => text.replace('select pg_advisory_xact_lock(7240044', 'select (7240044'),
    },
    () => file('odoo', early, broken, 'my'),
    async () => {
      set = (await ask('/books/setAccount', number(early), broken)).error
    },
  )
  expect(set).toBeNull()
  expect((await file('odoo', early, broken, 'my')).body).not.toContain(',2-2,')
})

test.each([
  'update books.files set content = $$$$',
  'delete from books.files',
  'update books.chart set number = $$1$$',
])('what was filed and mapped stays: %s', async (statement) => {
  await expect(asOwner(shop.connectionString, [statement])).rejects.toThrow('is only added to')
})

test('a day is found by its moments, not by reading the ledger', async () => {
  const plan = await shop.karat.db.transaction(async (tx) => {
    await tx.run(sql`select set_config('enable_seqscan', 'off', true)`)
    return tx.rows<{ 'QUERY PLAN': string }>(sql`explain select 1 from ledger.transfers t
      where t.created_at >= ${late}::date::timestamp at time zone 'Asia/Jakarta' and t.created_at < now()`)
  })
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('transfers_by_moment')
})

test('a day is closed an hour after its midnight, on days of 25 and of 23 hours too', async () => {
  const hours = async (day: string) => {
    const timeZone = 'America/New_York'
    const row = await shop.karat.db.row<{ hours: number }>(sql`
      select (extract(epoch from ${closesAt(shop.karat, { timeZone }, sql`${day}::date`)} - ${startOfDay(day, timeZone)}) / 3600)::int as hours`)
    return row?.hours
  }
  expect([await hours('2026-11-01'), await hours('2026-03-08'), await hours('2026-03-09')]).toEqual([26, 24, 25])
})
