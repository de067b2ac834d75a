/** The vault's balance in parts: what one chain adds and takes, what all of them have together. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBooks, openScratch, TEST_KIND } from '../../tests/support/books.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { ledgerChecks } from '../audit/ledger-checks.ts'
import { sql } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { balanceOf, sumOf } from './ledger-queries.ts'
import { houseAccount, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'
import { statement } from './statement.ts'
import { verifyChain } from './verify-chain.ts'

const books = openBooks()
/** Of a store that has no stock in the books. */
const vault = houseAccount('sg', 'vault', 'XAU')
const someGold = () => memberAccount({ store: 'sg', id: randomUUID() }, 'gold', 'XAU')
const gold = someGold()
const legsOf = { receive: ['gold_received', 'vault'], take: ['vault', 'gold'], back: ['gold', 'vault'] } as const

/** As SQL, so that its connection, and with it its chain, is chosen. */
const moved = (how: keyof typeof legsOf, grams: number, member = gold) => {
  const owners = legsOf[how].map((kind) => (kind === 'gold' ? member.owner : vault.owner))
  return `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), '${TEST_KIND}',
    gen_random_uuid()::text, ledger.account_ids('{${owners}}', '{${legsOf[how]}}', '{XAU,XAU}'), '{-${grams},${grams}}', 'system') returning id, shard`
}
const parts = async (on: pg.Pool = books.owner): Promise<number[]> =>
  (
    await on.query(`select balance::int from ledger.parts p join ledger.accounts a on a.id = p.account_id
      where a.owner = '${vault.owner}' and a.kind = 'vault' order by part`)
  ).rows.map((row) => row.balance)
const even = (grams: number) => Array.from({ length: 64 }, () => grams)

/** Two connections that write to chains of their own. */
async function twoOf(pool: pg.Pool): Promise<[pg.PoolClient, pg.PoolClient]> {
  const [first, second] = [await pool.connect(), await pool.connect()]
  const pids = await Promise.all([first, second].map((one) => one.query('select pg_backend_pid() % 64 as own')))
  expect(pids[0]?.rows[0].own).not.toBe(pids[1]?.rows[0].own)
  return [first, second]
}
let here: pg.PoolClient
let there: pg.PoolClient
beforeAll(async () => {
  ;[here, there] = await twoOf(books.owner)
})
afterAll(() => {
  here.release()
  there.release()
})
/** Each test ends with an empty vault, and books that are in order. */
afterEach(async () => {
  const left = await balanceOf(books.db, vault)
  if (left > 0n) await here.query(moved('take', Number(left)))
  expect(await parts()).toEqual(even(0))
  expect(await sumOf(books.db, vault)).toBe(0n)
  expect(await inOneSnapshot(books.db, (on) => findViolations(on, ledgerChecks))).toEqual([])
  expect(await verifyChain(books.db)).toBeNull()
})

test('what a chain adds is in its own part, and is taken from there', async () => {
  const { shard } = (await here.query(moved('receive', 100))).rows[0]
  await here.query(moved('take', 30))
  expect(await parts()).toEqual(even(0).with(shard, 70))
  expect(await balanceOf(books.db, vault)).toBe(70n)
})

test('a part that is short draws on all of them and leaves them even', async () => {
  await here.query(moved('receive', 200))
  await there.query(moved('take', 6))
  expect(await parts()).toEqual(even(3).fill(4, 0, 2))
})

test('one gram more than all parts together is refused and moves nothing; all of them can be taken at once', async () => {
  await here.query(moved('receive', 129))
  await there.query(moved('take', 1))
  await expect(here.query(moved('take', 129))).rejects.toMatchObject({ constraint: 'balance_never_negative' })
  expect(await parts()).toEqual(even(2))
  await here.query(moved('take', 128))
  expect(await parts()).toEqual(even(0))
})

test('a shop is told that too little is there', async () => {
  const legs = [
    { account: vault, amount: -1n },
    { account: gold, amount: 1n },
  ]
  const post = books.db.transaction((tx) =>
    postTransfer(tx, { kind: TEST_KIND, reference: randomUUID(), legs, actor: 'system' }),
  )
  await expect(post).rejects.toMatchObject({ code: 'balance_too_low' })
})

test('several legs of the vault in one transfer move what they sum to, once, by whichever chain it is asked again', async () => {
  await here.query(moved('receive', 64))
  await there.query(moved('take', 64))
  const legs = [
    { account: vault, amount: 9n },
    { account: gold, amount: -5n },
    { account: vault, amount: -4n },
  ]
  const posting = { kind: TEST_KIND, reference: randomUUID(), legs, actor: 'system' }
  const post = () => books.db.transaction((tx) => postTransfer(tx, posting))
  const { id } = await post()
  expect(await Promise.all([post(), post(), post()])).toEqual(Array.from({ length: 3 }, () => ({ id, posted: false })))
  expect((await parts()).filter((grams) => grams > 0)).toEqual([5])
})

test('a receipt is taken back while its grams are there, from whatever part, and refused after', async () => {
  const { id } = (await here.query(moved('receive', 50))).rows[0]
  const second = (await here.query(moved('receive', 50))).rows[0]
  await there.query(moved('take', 20))
  const reverse = (which: string) =>
    books.db.transaction((tx) => reverseTransfer(tx, { id: which, actor: 'staff:1', reason: 'counted wrong' }))
  expect(await reverse(id)).toMatchObject({ posted: true })
  await expect(reverse(second.id)).rejects.toMatchObject({ code: 'balance_too_low' })
  expect(await balanceOf(books.db, vault)).toBe(30n)
})

/** Whether a second taker has to wait while the first has not committed yet. */
async function waits(first: pg.PoolClient, second: pg.PoolClient): Promise<boolean> {
  await first.query(moved('receive', 640))
  await second.query(moved('take', 64))
  await first.query('begin')
  await first.query(moved('take', 1))
  const other = someGold() // a member's own account is one row
  const waited = await second
    .query(`set lock_timeout = '1s'; ${moved('take', 1, other)}; ${moved('back', 1, other)}`)
    .then(
      () => false,
      (error) => error.code === '55P03',
    )
  await first.query('rollback')
  await second.query('reset lock_timeout')
  return waited
}

test('two chains that add and take at once do not wait for one another', async () => {
  expect(await waits(here, there)).toBe(false)
})

test('they would, if all chains had one part', async () => {
  const scratch = await openScratch()
  const { rows } = await scratch.owner.query(`select pg_get_functiondef('ledger.write_entries'::regproc) as text`)
  const planted = rows[0].text.replace('in_parts.moved, new.shard)', 'in_parts.moved, 0::smallint)')
  expect(planted).not.toBe(rows[0].text)
  await scratch.owner.query(planted)
  const [first, second] = await twoOf(scratch.owner)
  expect(await waits(first, second)).toBe(true)
  first.release()
  second.release()
  await scratch.close()
})

test('entries of the vault have no number, and no statement', async () => {
  await here.query(moved('receive', 5))
  const numbered = sql`select count(e.number)::int as n from ledger.entries e join ledger.accounts a on a.id = e.account_id where a.kind = 'vault'`
  expect(await books.db.row(numbered)).toEqual({ n: 0 })
  await expect(statement(books.db, vault, { after: 0n, limit: 1 })).rejects.toThrow('have no numbers')
})

test('only accounts of the house with a floor are in parts, each of them in as many as there are chains', async () => {
  await here.query(moved('receive', 1))
  const rows = await books.db.rows(sql`
    select distinct a.kind, (select count(*)::int from ledger.parts p where p.account_id = a.id) as parts from ledger.accounts a
    where a.store = 'sg' order by 1`)
  expect(rows).toEqual([
    { kind: 'gold', parts: 0 },
    { kind: 'gold_received', parts: 0 },
    { kind: 'vault', parts: 64 },
  ])
})

test('grams between parts are no tampering: only their sum is in the books', async () => {
  await here.query(moved('receive', 3))
  const swapped =
    'update ledger.parts p set balance = (select balance from ledger.parts o where (o.account_id, o.part) = (p.account_id, 63 - p.part))'
  const violations = await afterTampering(books.connectionString, [swapped], (tx) => findViolations(tx, ledgerChecks))
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(
    new Set(['every guard of the ledger is in force']), // which the test itself silenced
  )
})
