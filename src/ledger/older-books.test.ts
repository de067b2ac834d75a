/** What the migrations make of accounts and entries that older releases wrote. */
import { randomBytes, randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { addTestKind, TEST_KIND } from '../../tests/support/books.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { ledgerChecks } from '../audit/ledger-checks.ts'
import { Db } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { balanceOf } from './ledger-queries.ts'
import { houseAccount } from './ledger-rules.ts'
import { verifyChain } from './verify-chain.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'older-books-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A database as the migrations before `first` left it. */
async function databaseBefore(first: string) {
  const older = path.join(folder, first)
  mkdirSync(older, { recursive: true })
  for (const file of readdirSync('migrations').filter((name) => name < first))
    copyFileSync(path.join('migrations', file), path.join(older, file))
  const administrator = new pg.Client({ connectionString: inject('server') })
  await administrator.connect()
  const name = `older_${randomBytes(4).toString('hex')}`
  await administrator.query(`create database ${name}`)
  await administrator.end()
  const address = inject('server').replace(/karat$/, name)
  await migrate(address, { folder: older })
  const owner = new pg.Client({ connectionString: address })
  await owner.connect()
  return { address, owner }
}

/** Books whose members gained by cancelled sales: store, member, currency, amount. */
async function olderBooks(gains: [string, string, string, number][]) {
  const { address, owner } = await databaseBefore('190')
  for (const [store, member, currency, amount] of gains)
    await owner.query(
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), 'sale_settled',
        gen_random_uuid()::text, ledger.account_ids(array[$1, $2], array['settlement', 'cash'], array[$3, $3]), array[-$4::bigint, $4::bigint], 'system')`,
      [`house:${store}`, `member:${member}`, currency, amount],
    )
  return { address, owner }
}

const [anna, budi] = [randomUUID(), randomUUID()] as const

test('each account is with the store that owes it, and chain and books are as they were', async () => {
  const { address, owner } = await olderBooks([
    ['id', anna, 'IDR', 500],
    ['id', anna, 'IDR', 70],
    ['my', anna, 'MYR', 30],
    ['my', budi, 'MYR', 9],
  ])
  const hashes = async () => (await owner.query('select id, hash from ledger.transfers order by id')).rows
  const before = await hashes()
  await migrate(address)
  expect(await hashes()).toEqual(before)
  const { rows } = await owner.query(
    `select a.owner, a.store, a.member_id, b.balance::int from ledger.accounts a join ledger.balances b on b.account_id = a.id
     where a.holder = 'member' order by b.balance desc`,
  )
  expect(rows).toEqual([
    { owner: `member:id:${anna}`, store: 'id', member_id: anna, balance: 570 },
    { owner: `member:my:${anna}`, store: 'my', member_id: anna, balance: 30 },
    { owner: `member:my:${budi}`, store: 'my', member_id: budi, balance: 9 },
  ])
  const entries = await owner.query(
    `select a.owner, e.number::int, e.balance_after::int from ledger.entries e join ledger.accounts a on a.id = e.account_id
     where e.number is not null order by 1, 2`,
  )
  expect(entries.rows.filter((row) => row.owner === `member:id:${anna}`)).toEqual([
    { owner: `member:id:${anna}`, number: 1, balance_after: 500 },
    { owner: `member:id:${anna}`, number: 2, balance_after: 570 },
  ])
  expect(entries.rows).toHaveLength(4)
  const db = new Db(address, { max: 2 })
  expect(await verifyChain(db)).toBeNull()
  expect(await inOneSnapshot(db, (on) => findViolations(on, ledgerChecks))).toEqual([])
  await db.close()
  await owner.end()
})

test('an account that two stores owe stops the migration, by its number', async () => {
  const { address, owner } = await olderBooks([
    ['id', anna, 'IDR', 500],
    ['my', anna, 'IDR', 30],
  ])
  await expect(migrate(address)).rejects.toThrow(/several stores owe one account of a member \(ledger\.accounts \d+\)/)
  await owner.end()
})

test('the vault is in parts, holds what it held, and all of it can be taken', async () => {
  const { address, owner } = await databaseBefore('203')
  await owner.query(addTestKind)
  const move = (from: string, to: string, grams: number) =>
    owner.query(
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text,
        ledger.account_ids(array['house:id', case $2 when 'gold' then $4 else 'house:id' end], array[$1, $2], array['XAU', 'XAU']), array[-$3::bigint, $3::bigint], 'system')`,
      [from, to, grams, `member:id:${anna}`],
    )
  await move('gold_received', 'vault', 1000)
  await move('vault', 'gold', 50)
  const hashes = async () => (await owner.query('select id, hash from ledger.transfers order by id')).rows
  const before = await hashes()
  await migrate(address)
  expect(await hashes()).toEqual(before)
  const db = new Db(address, { max: 2 })
  const vault = houseAccount('id', 'vault', 'XAU')
  expect(await balanceOf(db, vault)).toBe(950n)
  const booksOf = () => inOneSnapshot(db, (on) => findViolations(on, ledgerChecks))
  expect(await booksOf()).toEqual([])
  await expect(move('vault', 'gold', 951)).rejects.toMatchObject({ constraint: 'balance_never_negative' })
  await move('vault', 'gold', 950)
  expect(await balanceOf(db, vault)).toBe(0n)
  expect(await booksOf()).toEqual([])
  expect(await verifyChain(db)).toBeNull()
  await db.close()
  await owner.end()
})
