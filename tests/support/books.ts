/** A ledger for a test file without the application around it: the application's role and the superuser, on a fresh copy. */
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { Db, type Intercept } from '../../src/db/database.ts'
import { APPLICATION_ROLE } from '../../src/db/migrate.ts'
import { copyOfTemplate } from './template-copy.ts'

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
  const books = { intercept: { current: undefined } } as Books
  beforeAll(async () => {
    books.connectionString = await copyOfTemplate()
    books.db = openAsApplication(books.connectionString, (text) =>
      books.intercept.current ? books.intercept.current(text) : text,
    )
    books.owner = new pg.Pool({ connectionString: books.connectionString, max: 4 })
  })
  afterAll(async () => {
    await books.db?.close()
    await books.owner?.end()
  })
  return books
}

/** Another fresh database, for a test that breaks it. */
export async function openScratch(): Promise<{ db: Db; owner: pg.Pool; close(): Promise<void> }> {
  const connectionString = await copyOfTemplate()
  const db = openAsApplication(connectionString)
  const owner = new pg.Pool({ connectionString, max: 4 })
  return {
    db,
    owner,
    async close() {
      await db.close()
      await owner.end()
    },
  }
}

const openAsApplication = (connectionString: string, intercept?: Intercept) =>
  new Db(connectionString, { max: 50, role: APPLICATION_ROLE, ...(intercept ? { intercept } : {}) })
