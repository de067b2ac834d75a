/** Many at once at the vault: what is there is taken and no more, and nobody waits in a circle. */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openBooks, openScratch, TEST_KIND } from '../../tests/support/books.ts'
import { GATE, throughTheGate } from '../../tests/support/meeting.ts'
import { ownerPool } from '../../tests/support/owner.ts'
import { findViolations } from '../audit/ledger-audit.ts'
import { ledgerChecks } from '../audit/ledger-checks.ts'
import type { Db } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { balanceOf } from './ledger-queries.ts'
import { type Account, houseAccount, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { verifyChain } from './verify-chain.ts'

const books = openBooks()
const vault = houseAccount('id', 'vault', 'XAU')
const someGold = () => memberAccount({ store: 'id', id: randomUUID() }, 'gold', 'XAU')
const move = (db: Db, from: Account, to: Account, amount: bigint) =>
  db.transaction((tx) =>
    postTransfer(tx, {
      ...{ kind: TEST_KIND, reference: randomUUID(), actor: 'system' },
      legs: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    }),
  )
const receive = (db: Db, amount: bigint) => move(db, houseAccount('id', 'gold_received', 'XAU'), vault, amount)

/** Puts a bug into what moves parts. */
async function plant(owner: pg.Pool, right: string, wrong: string) {
  const { rows } = await owner.query(`select pg_get_functiondef('ledger.move_parts'::regproc) as text`)
  const planted = rows[0].text.replace(right, wrong)
  expect(planted).not.toBe(rows[0].text)
  await owner.query(planted)
}

type Meet = (work: () => Promise<unknown>) => Promise<unknown>
/** `isStuck`: a planted bug lets some wait for one another beyond the time of a statement, and those get nothing. */
type Rush = { there: bigint; takers: number; times: number; wanted: bigint; isStuck?: boolean }

/** Grams that `takers` get who each ask for `wanted` so many `times`, all at once; what is refused must be for want of grams. */
async function taken(
  db: Db,
  { there, takers, times, wanted, isStuck }: Rush,
  meet: Meet = (work) => work(),
): Promise<bigint> {
  const left = await balanceOf(db, vault)
  if (left > 0n) await move(db, vault, someGold(), left)
  await receive(db, there + 1n)
  await Promise.all(Array.from({ length: takers }, () => balanceOf(db, vault))) // so that their connections are open
  await move(db, vault, someGold(), 1n)
  let got = 0n
  const rush = Array.from({ length: takers }, () => async () => {
    for (let time = 0; time < times; time++)
      await move(db, vault, someGold(), wanted).then(
        () => (got += wanted),
        (refused) => expect(['balance_too_low', ...(isStuck ? ['57014'] : [])]).toContain(refused.code),
      )
  })
  await meet(() => Promise.all(rush.map((takes) => takes())))
  return got
}
const eachMoreThanAPart: Rush = { there: 641n, takers: 16, times: 2, wanted: 25n }

describe('many takers at once of the last grams, spread over all parts,', () => {
  test.each<[string, Rush, bigint]>([
    ['each more than a part has', eachMoreThanAPart, 625n],
    ['each less than a part has, until it is short', { there: 641n, takers: 16, times: 6, wanted: 7n }, 637n],
    ['gram by gram', { there: 70n, takers: 16, times: 5, wanted: 1n }, 70n],
  ])('%s: get exactly what is there', async (_how, rush, got) => {
    expect(await taken(books.db, rush)).toBe(got)
    const left = await balanceOf(books.db, vault)
    expect(left).toBe(rush.there - got)
    expect(await inOneSnapshot(books.db, (on) => findViolations(on, ledgerChecks))).toEqual([])
    expect(await verifyChain(books.db)).toBeNull()
  })

  test('would get more, if the parts were not locked before they are summed', async () => {
    const scratch = await openScratch()
    const locked = 'where account_id = account order by part'
    await plant(scratch.owner, `${locked} for update;`, `${locked};`)
    const sum = 'into strict remainder from ledger.parts where account_id = account;'
    await plant(scratch.owner, sum, `${sum} ${GATE}`)
    const few: Rush = { there: 641n, takers: 4, times: 6, wanted: 50n, isStuck: true } // of many, each waits for all others at every part
    expect(await taken(scratch.db, few, (rush) => throughTheGate(scratch.owner, rush))).toBeGreaterThan(641n)
    await scratch.close()
  })
})

/** Every way to move grams: into the vault, small and large out of it and back, and between two accounts in parts both ways. */
const everyWay = [
  { from: 'gold_received', to: 'vault', grams: 40 },
  { from: 'vault', to: 'gold', grams: 1 },
  { from: 'vault', to: 'gold', grams: 60 },
  { from: 'gold', to: 'vault', grams: 50 },
  { from: 'vault', to: 'shelf', grams: 30 },
  { from: 'shelf', to: 'vault', grams: 30 },
]

/** Deadlocks among eight connections that each move grams in every way, `rounds` times, at parts that are nearly always short. */
async function deadlocks(
  { connectionString, owner }: { connectionString: string; owner: pg.Pool },
  rounds: number,
  ways = everyWay,
  meet: Meet = (work) => work(),
) {
  await owner.query(`insert into ledger.account_kinds values ('shelf', 'house', true, true);
    insert into ledger.transfer_kinds values ('${TEST_KIND}', 'shelf', true, true)`)
  const members = [someGold(), someGold(), someGold()]
  const pool = ownerPool(connectionString, 8)
  let circles = 0
  const one = async (worker: number, turn: number) => {
    const way = ways[(worker + turn) % ways.length] ?? { from: '', to: '', grams: 0 }
    const ownerOf = (kind: string) => (kind === 'gold' ? members[(worker + turn) % members.length]?.owner : vault.owner)
    await pool
      .query(
        `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), '${TEST_KIND}',
           gen_random_uuid()::text, ledger.account_ids($1, $2, '{XAU,XAU}'), array[-$3::bigint, $3::bigint], 'system')`,
        [[ownerOf(way.from), ownerOf(way.to)], [way.from, way.to], way.grams],
      )
      .catch((error) => {
        if (error.code === '40P01') circles++
        else if (error.constraint !== 'balance_never_negative' && error.constraint !== 'gold_comes_only_from_the_vault')
          throw error
      })
  }
  for (const [turn, way] of ways.entries()) if (way.to !== 'shelf') await one(0, turn)
  const lifeOf = async (worker: number) => {
    for (let turn = 0; turn < rounds * ways.length; turn++) await one(worker, turn)
  }
  await meet(() => Promise.all(Array.from({ length: 8 }, (_, worker) => lifeOf(worker))))
  await pool.end()
  return circles
}

describe('takers that draw on one and on all parts, of two accounts, in every direction at once,', () => {
  test('never wait for one another in a circle', async () => {
    const scratch = await openScratch()
    expect(await deadlocks(scratch, 25)).toBe(0)
    expect(await inOneSnapshot(scratch.db, (on) => findViolations(on, ledgerChecks))).toEqual([])
    await scratch.close()
  })

  test('would, if a taker kept its own part while it waits for the others', async () => {
    const scratch = await openScratch()
    await plant(
      scratch.owner,
      'perform 1 from ledger.parts',
      `perform 1 from ledger.parts where account_id = account and part = own for update; ${GATE} perform 1 from ledger.parts`,
    )
    const name = (await scratch.owner.query('select current_database() as name')).rows[0].name
    await scratch.owner.query(`alter database ${name} set deadlock_timeout = '20ms'`)
    await receive(scratch.db, 1000n)
    const moreThanAPart = [{ from: 'vault', to: 'gold', grams: 70 }]
    const meet: Meet = (work) => throughTheGate(scratch.owner, work)
    expect(await deadlocks(scratch, 1, moreThanAPart, meet)).toBeGreaterThan(0)
    await scratch.close()
  })
})
