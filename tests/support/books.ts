/** A ledger for a test file without the application around it: the application's role and the superuser, on a fresh copy. */
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { Db, type Intercept } from '../../src/db/database.ts'
import { APPLICATION_ROLE } from '../../src/db/migrate.ts'
import type { TransferKind } from '../../src/ledger/transfer-kind-rules.ts'
import { ownerPool } from './owner.ts'
import { copyOfTemplate, dropCopy } from './template-copy.ts'

export type Books = {
  /** Works in the application's role, as the shop does. */
  db: Db
  /** The superuser that owns the schema. */
  owner: pg.Pool
  connectionString: string
  intercept: { current: Intercept | undefined }
}

/** Opens a fresh database before the file's tests. */
export function openBooks(): Books {
  const books = {} as Books
  let opened: Scratch | undefined
  beforeAll(async () => {
    opened = await openScratch()
    Object.assign(books, opened)
  })
  afterAll(() => opened?.close())
  return books
}

/** A kind of transfer that may move every account either way, for tests of what holds whatever moves. A shop has none such. */
export const TEST_KIND = 'test_transfer' as TransferKind
export const addTestKind = `insert into ledger.transfer_kinds
  select '${TEST_KIND}', kind, true, true from ledger.account_kinds`

type Scratch = Books & { close(): Promise<void> }

/** Another fresh database, for a test that breaks it. */
export async function openScratch(): Promise<Scratch> {
  const connectionString = await copyOfTemplate()
  const intercept: Books['intercept'] = { current: undefined }
  const db = new Db(connectionString, {
    max: 50,
    role: APPLICATION_ROLE,
    intercept: (text) => (intercept.current ? intercept.current(text) : text),
  })
  const owner = ownerPool(connectionString, 4)
  await owner.query(addTestKind)
  return {
    ...{ db, owner, connectionString, intercept },
    async close() {
      await db.close()
      await owner.end()
      await dropCopy(connectionString)
    },
  }
}
