/** Whether the keys that this instance was given are those that the database was filled with. */
import { createHmac } from 'node:crypto'
import pg from 'pg'
import { type Queryable, sql } from './database.ts'

type Key = 'PIN_KEY' | 'MASTER_KEY'
/** The keys of the environment. MASTER_KEY_OLD opens what was sealed before the key was changed. */
export type Keys = Record<Key | 'MASTER_KEY_OLD', string>
type Kept = { key: Key; fingerprint: Buffer }

const fingerprintOf = (key: Key, secret: string) => createHmac('sha256', secret).update(`karat ${key}`).digest()
/** A key that is being changed may be either of two; the first is the one that seals. */
const accepted = (key: Key, keys: Keys): Buffer[] =>
  [keys[key], ...(key === 'MASTER_KEY' ? [keys.MASTER_KEY_OLD] : [])]
    .filter((secret) => secret !== '')
    .map((secret) => fingerprintOf(key, secret))

/**
 * Keeps the fingerprint of each key on its first use, and that of the new master key when it is changed by way of
 * MASTER_KEY_OLD. Throws a sentence when the database was filled with another key; then nothing is written.
 */
export async function requireKeys(connectionString: string, keys: Keys): Promise<void> {
  const owner = new pg.Client({ connectionString, application_name: 'karat keys' })
  await owner.connect()
  try {
    await owner.query('begin')
    for (const key of ['PIN_KEY', 'MASTER_KEY'] as const)
      await owner.query(
        'insert into foundation.key_fingerprints (key, fingerprint) values ($1, $2) on conflict (key) do nothing',
        [key, fingerprintOf(key, keys[key])],
      )
    const { rows } = await owner.query<Kept>('select key, fingerprint from foundation.key_fingerprints for update')
    const wrong = foreignKeys(rows, keys)
    if (wrong.length > 0) throw new Error(sentenceOf(wrong))
    await owner.query(
      `update foundation.key_fingerprints set fingerprint = $1, noted_at = now() where key = 'MASTER_KEY' and fingerprint <> $1`,
      [fingerprintOf('MASTER_KEY', keys.MASTER_KEY)],
    )
    await owner.query('commit')
  } finally {
    await owner.end()
  }
}

/** Whether the database that is asked now still belongs to these keys: it may have been restored under a running instance. */
export async function keysFit(on: Queryable, keys: Keys): Promise<boolean> {
  const kept = await on.rows<Kept>(sql`select key, fingerprint from foundation.key_fingerprints`)
  return foreignKeys(kept, keys).length === 0
}

const foreignKeys = (kept: Kept[], keys: Keys): Key[] =>
  kept
    .filter(({ key, fingerprint }) => !accepted(key, keys).some((one) => one.equals(fingerprint)))
    .map(({ key }) => key)

const sentenceOf = (wrong: Key[]) =>
  `This database was filled with another ${wrong.join(' and another ')}: start with the ${wrong.length > 1 ? 'keys' : 'key'} it was filled with${
    wrong.includes('MASTER_KEY') ? ' (a master key is changed by way of MASTER_KEY_OLD)' : ''
  }, or PINs and what is sealed in it cannot be opened.`
