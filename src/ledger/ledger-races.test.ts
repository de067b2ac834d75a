import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openBooks, openScratch, TEST_KIND } from '../../tests/support/books.ts'
import { GATE, throughTheGate } from '../../tests/support/meeting.ts'
import { ownerPool } from '../../tests/support/owner.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { ledgerChecks } from '../audit/ledger-checks.ts'
import type { Db } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { Refusal } from '../refusals.ts'
import { balanceOf, sumOf } from './ledger-queries.ts'
import { type Account, type Asset, houseAccount, type Leg, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'
import { verifyChain } from './verify-chain.ts'

const books = openBooks()
/** Where the tests take from: money of no order, so that the audit looks for none. */
const source = (asset: Asset) =>
  asset === 'XAU' ? houseAccount('id', 'vault', 'XAU') : houseAccount('id', 'rounding', asset)
const post = (db: Db, legs: Leg[], reference: string = randomUUID()) =>
  db.transaction((tx) => postTransfer(tx, { kind: TEST_KIND, reference, legs, actor: 'system' }))
const move = (db: Db, from: Account, to: Account, amount: bigint) =>
  post(db, [
    { account: from, amount: -amount },
    { account: to, amount },
  ])

async function fund(db: Db, account: Account, amount: bigint): Promise<Account> {
  if (account.asset === 'XAU') await move(db, houseAccount('id', 'gold_received', 'XAU'), source('XAU'), amount)
  await move(db, source(account.asset), account, amount)
  return account
}

/** How many of `count` spends of the same money, sent at once, succeed; the others must be refused for want of money. */
async function spendsOfOneBalance(db: Db, count: number): Promise<number> {
  const cash = await fund(db, memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR'), 1000n)
  const spends = await Promise.allSettled(
    Array.from({ length: count }, () => move(db, cash, houseAccount('id', 'rounding', 'IDR'), 1000n)),
  )
  for (const spend of spends)
    if (spend.status === 'rejected') expect(spend.reason).toMatchObject({ code: 'balance_too_low' })
  return spends.filter((spend) => spend.status === 'fulfilled').length
}

describe('50 spends of one balance at once', () => {
  test('exactly one succeeds', async () => {
    expect(await spendsOfOneBalance(books.db, 50)).toBe(1)
  })

  test('more than one would without the check on the balance', async () => {
    const scratch = await openScratch()
    await scratch.owner.query('alter table ledger.balances drop constraint balance_never_negative')
    expect(await spendsOfOneBalance(scratch.db, 50)).toBeGreaterThan(1)
    await scratch.close()
  })
})

describe('20 reversals of one transfer at once', () => {
  const reversals = async (db: Db) => {
    const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
    const { id } = await move(db, source('IDR'), cash, 100n)
    await fund(db, cash, 10_000n)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        db.transaction((tx) => reverseTransfer(tx, { id, actor: 'staff:1', reason: 'a mistake' })),
      ),
    )
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'transfer_reversed' })
    return { succeeded: tries.filter((one) => one.status === 'fulfilled').length, balance: await balanceOf(db, cash) }
  }

  test('exactly one succeeds', async () => {
    expect(await reversals(books.db)).toEqual({ succeeded: 1, balance: 10_000n })
  })

  test('more than one would if a transfer could be reversed twice', async () => {
    const scratch = await openScratch()
    await scratch.owner.query(`alter table ledger.transfers drop constraint transfer_reverses_once, drop constraint transfer_reference_is_single;
      create unique index on ledger.transfers (kind, reference, id)`)
    let planted = 0
    scratch.intercept.current = (text) => {
      const changed = text.replace('on conflict (kind, reference) do nothing', '')
      if (changed !== text) planted++
      return changed
    }
    expect((await reversals(scratch.db)).succeeded).toBeGreaterThan(1)
    expect(planted).toBeGreaterThan(0)
    await scratch.close()
  })
})

describe('the same posting 20 times at once', () => {
  test('moves once and answers every caller with the same transfer', async () => {
    const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
    const legs = [
      { account: source('IDR'), amount: -5n },
      { account: cash, amount: 5n },
    ]
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(books.db, legs, 'same-reference')))
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(answers.filter((answer) => answer.posted).length).toBe(1)
    expect(await balanceOf(books.db, cash)).toBe(5n)
    expect(await verifyChain(books.db)).toBeNull()
  })
})

/** Deadlocks among `rounds` × 8 connections that each move money between the same two members, half of them the other way. */
async function deadlocksOfOppositeTransfers(
  connectionString: string,
  owner: pg.Pool,
  db: Db,
  rounds: number,
  meet = (work: () => Promise<unknown>) => work(),
): Promise<number> {
  const [anna, budi] = await Promise.all(
    [1, 2].map(() => fund(db, memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR'), 1_000_000n)),
  )
  if (!anna || !budi) throw new Error('two members')
  const ids = (
    await owner.query('select id from ledger.accounts where owner = any($1) order by id', [[anna.owner, budi.owner]])
  ).rows.map((row) => row.id)
  const pool = ownerPool(connectionString, 8)
  let deadlocks = 0
  const lifeOf = async (worker: number) => {
    for (let round = 0; round < rounds; round++)
      await pool
        .query(
          `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text, $1, '{-1,1}', 'system')`,
          [worker % 2 ? ids : ids.toReversed()],
        )
        .catch((error) => {
          if (error.code !== '40P01') throw error
          deadlocks++
        })
  }
  await meet(() => Promise.all(Array.from({ length: 8 }, (_, worker) => lifeOf(worker))))
  await pool.end()
  return deadlocks
}

describe('transfers between the same two accounts in opposite directions at once', () => {
  test('never wait for one another in a circle', async () => {
    expect(await deadlocksOfOppositeTransfers(books.connectionString, books.owner, books.db, 50)).toBe(0)
  })

  test('would, if balances were locked in the order of the legs', async () => {
    const scratch = await openScratch()
    const { rows } = await scratch.owner.query(`select pg_get_functiondef('ledger.seal_transfer'::regproc) as text`)
    const planted = rows[0].text.replace(
      'perform 1 from balances where account_id = any (new.accounts) order by account_id for update;',
      `
      perform 1 from balances where account_id = new.accounts[1] for update; ${GATE}
      perform 1 from balances where account_id = new.accounts[2] for update;`,
    )
    expect(planted).not.toBe(rows[0].text)
    await scratch.owner.query(planted)
    await scratch.owner.query(
      `alter database ${(await scratch.owner.query('select current_database() as name')).rows[0].name} set deadlock_timeout = '20ms'`,
    )
    const { connectionString, owner, db } = scratch
    expect(
      await deadlocksOfOppositeTransfers(connectionString, owner, db, 1, (work) => throughTheGate(owner, work)),
    ).toBeGreaterThan(0)
    await scratch.close()
  })
})

test('a writer does not wait for another whose chain it shares', async () => {
  const client = await books.owner.connect()
  const other = await books.owner.connect()
  const insert = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
    select gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text, array_agg(id order by kind), '{-1,1}', 'system'
    from ledger.accounts where owner = 'house:id' and kind in ('order_money', 'rounding') and asset = 'IDR' returning shard`
  const [first, second] = [houseAccount('id', 'order_money', 'IDR'), houseAccount('id', 'rounding', 'IDR')]
  await move(books.db, first, second, 1n)
  await move(books.db, second, first, 1n)
  const own = (await other.query('select pg_backend_pid() % 64 as own')).rows[0].own
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(724004, ${own})`)
  await client.query(`select from ledger.chain_heads where shard = ${own} for update`)
  await other.query('begin')
  await other.query(`set local lock_timeout = '1s'`)
  expect((await other.query(insert)).rows[0].shard).toBe((own + 1) % 64)
  await other.query('rollback')
  await client.query('rollback')
  client.release()
  other.release()
})

/** More at once than there are connections, and so few that none waits for one longer than a request would. */
const AT_ONCE = 24

describe(`1,000 random transfers, ${AT_ONCE} at once`, () => {
  test('leave books whose every balance is the replay of its entries', async () => {
    const seed = Math.floor(performance.now() * 1000) % 2 ** 31
    const assets: Asset[] = ['IDR', 'MYR', 'XAU']
    const members = Array.from({ length: 12 }, () => randomUUID())
    const account = (member: number, asset: Asset) =>
      memberAccount({ store: 'id', id: members[member] ?? '' }, asset === 'XAU' ? 'gold' : 'cash', asset)
    for (const asset of assets)
      await Promise.all(members.map((_, member) => fund(books.db, account(member, asset), 1000n)))

    const leg = fc.record({ member: fc.nat(11), amount: fc.bigInt({ min: 1n, max: 400n }) })
    const transfer = fc.record({
      asset: fc.constantFrom(...assets),
      payer: fc.nat(11),
      legs: fc.array(leg, { minLength: 1, maxLength: 6 }),
      again: fc.boolean(),
      takeBack: fc.nat(9),
    })
    const plans = fc.sample(transfer, { seed, numRuns: 1000 })
    const carryOut = async ({ asset, payer, legs, again, takeBack }: (typeof plans)[number]) => {
      const paid = legs.reduce((sum, { amount }) => sum + amount, 0n)
      const all = [
        { account: account(payer, asset), amount: -paid },
        ...legs.map(({ member, amount }) => ({ account: account(member, asset), amount })),
      ]
      const reference = randomUUID()
      const { id } = await post(books.db, all, reference)
      if (again) expect(await post(books.db, all, reference)).toEqual({ id, posted: false })
      if (takeBack === 0)
        await books.db.transaction((tx) => reverseTransfer(tx, { id, actor: 'staff:1', reason: 'test' }))
    }
    const outcomes: PromiseSettledResult<void>[] = []
    const waiting = plans.values()
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const plan of waiting) outcomes.push(...(await Promise.allSettled([carryOut(plan)])))
      }),
    )
    for (const outcome of outcomes)
      if (
        outcome.status === 'rejected' &&
        !(outcome.reason instanceof Refusal && outcome.reason.code === 'balance_too_low')
      )
        throw new Error(`seed ${seed}`, { cause: outcome.reason })
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, `seed ${seed}`).toBeGreaterThan(100)

    for (const asset of assets) {
      const balances = await Promise.all(members.map((_, member) => balanceOf(books.db, account(member, asset))))
      expect(
        balances.reduce((sum, balance) => sum + balance, 0n),
        `seed ${seed}`,
      ).toBe(12_000n)
      for (const [member, balance] of balances.entries())
        expect(await sumOf(books.db, account(member, asset))).toBe(balance)
    }
    expect(await inOneSnapshot(books.db, (on) => findViolations(on, ledgerChecks)), `seed ${seed}`).toEqual([])
    expect(await verifyChain(books.db), `seed ${seed}`).toBeNull()
  })
})
