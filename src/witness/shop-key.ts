/** The shop's key, as the witness first saw it. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { readKeys, writeKey } from '../proof/note-rules.ts'
import { readPublished } from './shop-files.ts'

/** Kept from the first time that there is one; a `Fault` until then. */
export async function keyOfShop({ config, db }: Pick<Bag<'witness'>, 'config' | 'db'>, store: string): Promise<string> {
  const known = await db.row<{ key: string | null }>(sql`select key from witness.shops where store = ${store}`)
  if (known?.key) return known.key
  const [first] = readKeys((await readPublished({ config }, `${store}/keys`)) ?? '')
  if (!first) throw new Error('a list of keys has one')
  await db.run(sql`update witness.shops set key = ${writeKey(first)} where store = ${store} and key is null`)
  return writeKey(first)
}
