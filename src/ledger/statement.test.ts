import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openBooks, openScratch, TEST_KIND } from '../../tests/support/books.ts'
import { GATE, throughTheGate } from '../../tests/support/meeting.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { ledgerChecks } from '../audit/ledger-checks.ts'
import { type Db, sql } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { balanceOf } from './ledger-queries.ts'
import { type Account, houseAccount, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { statement, statementRows } from './statement.ts'

const books = openBooks()
const rounding = houseAccount('id', 'rounding', 'IDR')
const someCash = () => memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
const cash = someCash()
const everything = { from: new Date(0), limit: 1000 }

/** Posts each of `amounts` to an account, one after the other. */
async function postEach(db: Db, account: typeof cash, amounts: bigint[]) {
  for (const amount of amounts)
    await db.transaction((tx) =>
      postTransfer(tx, {
        ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
        legs: [
          { account: rounding, amount: -amount },
          { account, amount },
        ],
      }),
    )
}

beforeAll(() => postEach(books.db, cash, [500n, -120n, 30n, -410n, 7n]))

test('every entry has its number and the balance after it, from nothing to the balance', async () => {
  const { opening, lines, closing } = await statement(books.db, cash, everything)
  expect([opening, closing]).toEqual([0n, await balanceOf(books.db, cash)])
  expect(lines.map(({ number, amount, balance_after }) => [number, amount, balance_after])).toEqual([
    [1n, 500n, 500n],
    [2n, -120n, 380n],
    [3n, 30n, 410n],
    [4n, -410n, 0n],
    [5n, 7n, 7n],
  ])
  expect(lines[0]).toMatchObject({ kind: TEST_KIND, reference: expect.any(String), at: expect.any(Date) })
})

test('pages and periods begin where the one before ended', async () => {
  const { lines } = await statement(books.db, cash, everything)
  const [second, fourth] = [lines[1]?.at ?? new Date(), lines[3]?.at ?? new Date()]
  const first = await statement(books.db, cash, { after: 0n, limit: 2 })
  const rest = await statement(books.db, cash, { after: 2n, limit: 1000 })
  expect([first.opening, first.closing, rest.opening, rest.closing]).toEqual([0n, 380n, 380n, 7n])
  expect([...first.lines, ...rest.lines]).toEqual(lines)
  const period = await statement(books.db, cash, { from: second, to: fourth, limit: 1000 })
  for (const { at } of period.lines) expect(at.getTime()).toBeLessThan(fourth.getTime())
  expect(period.closing - period.opening).toBe(period.lines.reduce((sum, { amount }) => sum + amount, 0n))
  const after = await statement(books.db, cash, { from: new Date('2999-01-01'), limit: 10 })
  expect(after).toEqual({ opening: 7n, lines: [], closing: 7n })
  expect(await statement(books.db, cash, { after: 0n, to: new Date(0), limit: 10 })).toEqual({
    ...{ opening: 0n, lines: [], closing: 0n },
  })
  expect(await statement(books.db, someCash(), everything)).toEqual({ opening: 0n, lines: [], closing: 0n })
  await expect(statement(books.db, rounding, everything)).rejects.toThrow('have no numbers')
})

test('several legs of one account in one transfer have a number each', async () => {
  const account = someCash()
  await books.db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
      legs: [
        { account, amount: 10n },
        { account: rounding, amount: -7n },
        { account, amount: -3n },
      ],
    }),
  )
  const { lines } = await statement(books.db, account, everything)
  expect(lines.map(({ number, balance_after }) => [number, balance_after])).toEqual([
    [1n, 10n],
    [2n, 7n],
  ])
})

const numbersAfterTwentyAtOnce = async (db: Db, account: Account) => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => postEach(db, account, [BigInt(n + 1)]).catch(() => {})))
  const { lines, closing } = await statement(db, account, everything)
  return { numbers: lines.map(({ number }) => Number(number)), closing }
}

test('twenty postings to one account at once are numbered without a gap', async () => {
  const inOrder = Array.from({ length: 21 }, (_, n) => n + 1)
  const account = someCash()
  await postEach(books.db, account, [1n])
  expect(await numbersAfterTwentyAtOnce(books.db, account)).toEqual({ numbers: inOrder, closing: 211n })
})

test('they would not be, if a posting did not lock the balance before it numbers', async () => {
  const scratch = await openScratch()
  const { rows } = await scratch.owner.query(`select pg_get_functiondef('ledger.seal_transfer'::regproc) as text`)
  const planted = rows[0].text.replace('order by account_id for update', 'order by account_id')
  expect(planted).not.toBe(rows[0].text)
  await scratch.owner.query(planted)
  const writes = await scratch.owner.query(`select pg_get_functiondef('ledger.write_entries'::regproc) as text`)
  // One has written its entry, the other waits to write one with the same number.
  await scratch.owner.query(writes.rows[0].text.replace('update balances b', `${GATE} update balances b`))
  const account = someCash()
  await postEach(scratch.db, account, [1n])
  const { numbers } = await throughTheGate(scratch.owner, () => numbersAfterTwentyAtOnce(scratch.db, account), 1, 1)
  expect(numbers.length).toBeLessThan(21) // the number that two chose was refused to one of them
  await scratch.close()
})

const numbered = 'entries of a member’s account are numbered without a gap, each with its balance'
test.each([
  ['a changed balance', `update ledger.entries set balance_after = balance_after + 1 where number = 3`],
  ['a missing number', `update ledger.entries set number = 9 where number = 3`],
  ['two numbers exchanged', `update ledger.entries set number = -number where number > 0`],
  ['an earlier moment', `update ledger.entries set at = '2000-01-01' where number = 3`],
  ['a number of the house', `update ledger.entries set number = 1, balance_after = 1 where number is null`],
  ['another last number', `update ledger.balances set last_number = last_number + 1`],
])('the audit names %s', async (_what, statementThatTampers) => {
  const loose = [
    'alter table ledger.entries drop constraint entry_is_numbered_with_its_balance',
    'drop index ledger.entry_number_is_single',
  ]
  const violations = await afterTampering(
    books.connectionString,
    [statementThatTampers],
    (tx) => findViolations(tx, ledgerChecks),
    loose,
  )
  expect(violations.map(({ rule }) => rule)).toContain(numbered)
})

test('books with statements are in order', async () => {
  expect(await inOneSnapshot(books.db, (on) => findViolations(on, ledgerChecks))).toEqual([])
})

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Actual Rows': number; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

test.each([
  ['by moment', async (account: typeof cash) => ({ from: await middleOf(account), limit: 10 })],
  ['by number', async () => ({ after: 700n, limit: 10 })],
])('a statement of an old account %s reads its range in an index', async (_how, rangeOf) => {
  const account = someCash()
  await postEach(books.db, account, [1n])
  await books.owner.query(`
    do $$ begin for n in 1..1500 loop
      insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), '${TEST_KIND}',
        gen_random_uuid()::text, ledger.account_ids(array['house:id', '${account.owner}'], array['rounding', 'cash'], array['IDR', 'IDR']), '{-1,1}', 'system');
    end loop; end $$`)
  await books.owner.query('analyze ledger.entries')
  const explained = await books.db.row<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    sql`explain (analyze, format json) ${statementRows(account, await rangeOf(account))}`,
  )
  const scans = nodes(explained?.['QUERY PLAN'][0].Plan as Plan).filter((node) => node['Relation Name'] === 'entries')
  expect(
    scans.map((node) => [node['Node Type'].replace(' Only', '').replace(' Backward', ''), node['Actual Rows']]),
  ).toEqual([
    ['Index Scan', 1],
    ['Index Scan', 10],
  ])
})

/** The moment of an entry in the middle. */
const middleOf = async (account: typeof cash) =>
  (await statement(books.db, account, { after: 700n, limit: 1 })).lines[0]?.at ?? new Date()
