import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBooks, TEST_KIND } from '../../tests/support/books.ts'
import { afterTampering } from '../../tests/support/tampering.ts'
import { sql } from '../db/database.ts'
import { houseAccount, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { publishDailyHeads, publishHeads } from './publish-heads.ts'
import { findChainFault, verifyChain } from './verify-chain.ts'

const books = openBooks()
/** Of the chain that was posted to most, what was posted here, three entries each: it follows what the template had. */
let chain: { id: string; seq: bigint; shard: number }[]
const place = (index: number) => {
  const transfer = chain.at(index)
  if (!transfer) throw new Error('the chain is too short')
  return transfer
}

beforeAll(async () => {
  const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
  for (let round = 0; round < 40; round++)
    await Promise.all(
      Array.from({ length: 5 }, () =>
        books.db.transaction((tx) =>
          postTransfer(tx, {
            kind: TEST_KIND,
            reference: randomUUID(),
            actor: 'system',
            legs: [
              { account: houseAccount('id', 'order_money', 'IDR'), amount: -3n },
              { account: cash, amount: 2n },
              { account: houseAccount('id', 'rounding', 'IDR'), amount: 1n },
            ],
          }),
        ),
      ),
    )
  chain = await books.db.rows(sql`
    with posted as (select * from ledger.transfers where kind = ${TEST_KIND})
    select id, seq, shard from posted
    where shard = (select shard from posted group by shard order by count(*) desc, shard limit 1) order by seq`)
  expect(chain.length).toBeGreaterThan(5)
})

const faultAfter = (...statements: string[]) => afterTampering(books.connectionString, statements, findChainFault)
const rehash = (
  id: string,
) => `update ledger.transfers set hash = ledger.content_hash(previous_hash, id, kind, reference, accounts,
  amounts, actor, reason, reverses, created_at, shard, seq) where id = '${id}'`

test('a chain that nobody touched is whole', async () => {
  expect(await verifyChain(books.db)).toBeNull()
})

describe('one changed transfer is named:', () => {
  test.each([
    ['one byte of its hash', 'hash = set_byte(hash, 7, get_byte(hash, 7) # 1)'],
    ['one byte of the hash before it', 'previous_hash = set_byte(previous_hash, 0, get_byte(previous_hash, 0) # 1)'],
    ['its amounts', 'amounts = array[-4, 3, 1]::bigint[]'],
    ['its accounts', 'accounts = array[accounts[1], accounts[3], accounts[2]]'],
    ['its kind', `kind = 'test_transfers'`],
    ['its reference', `reference = reference || 'x'`],
    ['who did it', `actor = 'staff:1'`],
    ['why', `reason = ''`],
    ['when', `created_at = created_at + interval '1 microsecond'`],
    ['its id', 'id = gen_random_uuid()'],
  ])('%s', async (_what, change) => {
    const { id, shard, seq } = place(3)
    expect(await faultAfter(`update ledger.transfers set ${change} where id = '${id}'`)).toMatchObject({
      fault: 'content',
      shard,
      seq,
      ...(change.startsWith('id') ? {} : { transfer_id: id }),
    })
  })

  test('also when its hash was made to fit: the next one does not follow it', async () => {
    const { id } = place(3)
    const changed = [`update ledger.transfers set amounts = array[-4, 3, 1]::bigint[] where id = '${id}'`, rehash(id)]
    expect(await faultAfter(...changed)).toMatchObject({ fault: 'link', transfer_id: place(4).id })
  })

  test('also at the end of the chain, with a fitting hash: the head does not follow it', async () => {
    const { id } = place(-1)
    const changed = [`update ledger.transfers set reason = 'x' where id = '${id}'`, rehash(id)]
    expect(await faultAfter(...changed)).toMatchObject({ fault: 'head', transfer_id: id })
  })
})

describe('a missing transfer is seen:', () => {
  test('in the middle, by the one that follows it', async () => {
    expect(await faultAfter(`delete from ledger.transfers where id = '${place(3).id}'`)).toMatchObject({
      fault: 'gap',
      transfer_id: place(4).id,
    })
  })

  test('at the end, by the head', async () => {
    expect(await faultAfter(`delete from ledger.transfers where id = '${place(-1).id}'`)).toMatchObject({
      fault: 'head',
      shard: place(-1).shard,
    })
  })

  test('at the end, with entries and head made to fit, only by the published head', async () => {
    const { id, shard, seq } = place(-1)
    const dropped = [
      `delete from ledger.entries where transfer_id = '${id}'`,
      `delete from ledger.transfers where id = '${id}'`,
      `update ledger.chain_heads set seq = ${seq - 1n}, hash = (select hash from ledger.transfers where id = '${place(-2).id}') where shard = ${shard}`,
    ]
    expect(await faultAfter(...dropped)).toBeNull() // which is why heads are published
    const published = [
      'alter table ledger.published_heads enable always trigger copy_heads',
      'insert into ledger.published_heads default values',
    ]
    expect(await faultAfter(...published, ...dropped)).toEqual({ fault: 'published', transfer_id: null, shard, seq })
    expect(await faultAfter(...published)).toBeNull()
  })
})

test.each([
  [
    'changed',
    (id: string) => `update ledger.entries set amount = amount + 1 where transfer_id = '${id}' and position = 2`,
  ],
  [
    'moved to another account',
    (id: string) =>
      `update ledger.entries set account_id = account_id + 1 where transfer_id = '${id}' and position = 2`,
  ],
  ['removed', (id: string) => `delete from ledger.entries where transfer_id = '${id}' and position = 3`],
  [
    'added',
    (id: string) =>
      `insert into ledger.entries select transfer_id, 4, account_id, amount, at from ledger.entries where transfer_id = '${id}' and position = 1`,
  ],
])('an entry that was %s is named by its transfer', async (_what, change) => {
  const { id, shard, seq } = place(2)
  expect(await faultAfter(change(id))).toEqual({ fault: 'entries', transfer_id: id, shard, seq })
})

test('the heads are published once a day, with ten processes at it, and hold what the chains hold', async () => {
  const published = await Promise.all(Array.from({ length: 10 }, () => publishDailyHeads(books.db)))
  const [first, ...more] = published.filter((one) => one !== null)
  expect(more).toEqual([])
  expect(first?.digest).toMatch(/^[0-9a-f]{64}$/)
  const posted = await books.db.row<{ n: number }>(sql`select count(*)::int as n from ledger.transfers`)
  expect(posted?.n).toBeGreaterThan(200)
  expect(first?.heads.reduce((sum, head) => sum + head.seq, 0)).toBe(posted?.n)
  expect(await publishDailyHeads(books.db)).toBeNull()
  expect((await publishHeads(books.db)).digest).toBe(first?.digest)
  expect(await verifyChain(books.db)).toBeNull()
})
