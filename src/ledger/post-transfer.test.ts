import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBooks, TEST_KIND } from '../../tests/support/books.ts'
import { sql } from '../db/database.ts'
import { balanceOf, listAccountSums, sumOf } from './ledger-queries.ts'
import { houseAccount, type Leg, memberAccount, mirrored } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'

const books = openBooks()
const clearing = houseAccount('id', 'provider_clearing', 'IDR')
const post = (legs: Leg[], reference: string = randomUUID()) =>
  books.db.transaction((tx) => postTransfer(tx, { kind: TEST_KIND, reference, legs, actor: 'system' }))

/** A member with money, paid in from outside. */
async function memberWith(amount: bigint) {
  const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
  await post([
    { account: clearing, amount: -amount },
    { account: cash, amount },
  ])
  return cash
}

describe('posting a transfer', () => {
  test('moves balances, opens missing accounts and costs one statement', async () => {
    const texts: string[] = []
    books.intercept.current = (text) => {
      texts.push(text)
      return text
    }
    const cash = await memberWith(500n)
    books.intercept.current = undefined
    expect(texts.length).toBe(2) // the posting and the commit
    expect(await balanceOf(books.db, cash)).toBe(500n)
    expect(await sumOf(books.db, cash)).toBe(500n)
  })

  test('answers a repeated kind and reference with the first transfer and moves nothing', async () => {
    const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
    const legs = [
      { account: clearing, amount: -7n },
      { account: cash, amount: 7n },
    ]
    const first = await post(legs, 'repeat-1')
    expect(await post(legs, 'repeat-1')).toEqual({ id: first.id, posted: false })
    expect(await balanceOf(books.db, cash)).toBe(7n)
    await expect(
      post(
        [
          { account: clearing, amount: -8n },
          { account: cash, amount: 8n },
        ],
        'repeat-1',
      ),
    ).rejects.toThrow('other legs')
  })

  test('leaves out legs of zero and refuses legs that do not sum to zero', async () => {
    const legs = [
      { account: clearing, amount: -7n },
      { account: houseAccount('id', 'delivery_fees', 'IDR'), amount: 0n },
      { account: houseAccount('id', 'order_money', 'IDR'), amount: 7n },
    ]
    const { id } = await post(legs)
    const kept = await books.db.row(sql`select amounts::text as amounts from ledger.transfers where id = ${id}`)
    expect(kept).toEqual({ amounts: '{-7,7}' })
    await expect(post(legs.slice(1))).rejects.toThrow('do not sum to zero in IDR')
    await expect(post(legs.map((leg) => ({ ...leg, amount: 0n })))).rejects.toThrow('two legs')
  })

  test('sums the entries of the accounts of one owner', async () => {
    const sums = await listAccountSums(books.db, { house: 'id' })
    expect(sums.find((one) => one.kind === 'order_money')).toMatchObject({ asset: 'IDR', sum: 7n, entries: 1n })
  })

  test('refuses to take a member below zero', async () => {
    const cash = await memberWith(10n)
    await expect(
      post([
        { account: cash, amount: -11n },
        { account: clearing, amount: 11n },
      ]),
    ).rejects.toMatchObject({ code: 'balance_too_low' })
    expect(await balanceOf(books.db, cash)).toBe(10n)
  })
})

describe('reversing a transfer', () => {
  const reverse = (id: string) =>
    books.db.transaction((tx) => reverseTransfer(tx, { id, actor: 'staff:1', reason: 'a mistake' }))

  test('gives back what it took, points to it, and happens once', async () => {
    const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
    const legs = [
      { account: clearing, amount: -100n },
      { account: cash, amount: 100n },
    ]
    const { id } = await post(legs)
    const reversal = await reverse(id)
    expect(await balanceOf(books.db, cash)).toBe(0n)
    const kept = await books.db.row(
      sql`select kind, reference, reverses, reason from ledger.transfers where id = ${reversal.id}`,
    )
    expect(kept).toEqual({ kind: 'reversal', reference: id, reverses: id, reason: 'a mistake' })
    await expect(reverse(id)).rejects.toMatchObject({ code: 'transfer_reversed' })
    const other = { reference: randomUUID(), legs: mirrored(legs), actor: 'system', reverses: id }
    const again = (kind: 'reversal' | typeof TEST_KIND) =>
      books.db.transaction((tx) => postTransfer(tx, { ...other, kind }))
    await expect(again('reversal')).rejects.toMatchObject({ code: 'transfer_reversed' })
    await expect(again(TEST_KIND)).rejects.toMatchObject({ constraint: 'reversal_names_its_original' })
  })

  test('is refused when the money is spent, and for a transfer that does not exist', async () => {
    const cash = memberAccount({ store: 'id', id: randomUUID() }, 'cash', 'IDR')
    const { id } = await post([
      { account: clearing, amount: -100n },
      { account: cash, amount: 100n },
    ])
    await post([
      { account: cash, amount: -1n },
      { account: clearing, amount: 1n },
    ])
    await expect(reverse(id)).rejects.toMatchObject({ code: 'balance_too_low' })
    expect(await balanceOf(books.db, cash)).toBe(99n)
    await expect(reverse(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })
})
