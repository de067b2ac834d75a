import { expect, test } from 'vitest'
import { openBooks } from '../../tests/support/books.ts'
import { auditLedger } from './ledger-audit.ts'

const books = openBooks()

test('the demo shop’s books are in order', async () => {
  expect(await auditLedger(books.db)).toEqual([])
})
