import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { balanceOf, sumOf } from './ledger-queries.ts'
import { houseAccount, type Leg, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'

const books = openBooks()
const clearing = houseAccount('id', 'provider_clearing', 'IDR')
const post = (legs: Leg[], reference: string = randomUUID(), kind = 'test_transfer') =>
  books.db.transaction((tx) => postTransfer(tx, { kind, reference, legs, actor: 'system' }))

/** A member with money, paid in from outside. */
async function memberWith(amount: bigint) {
  const cash = memberAccount(randomUUID(), 'cash', 'IDR')
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
    const cash = memberAccount(randomUUID(), 'cash', 'IDR')
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
  test('happens at most once, with 20 at once', async () => {
    const cash = memberAccount(randomUUID(), 'cash', 'IDR')
    const { id } = await post([
      { account: clearing, amount: -100n },
      { account: cash, amount: 100n },
    ])
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        books.db.transaction((tx) => reverseTransfer(tx, { id, actor: 'staff:1', reason: 'test' })),
      ),
    )
    expect(tries.filter((one) => one.status === 'fulfilled').length).toBe(1)
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'transfer_reversed' })
    expect(await balanceOf(books.db, cash)).toBe(0n)
  })
})
