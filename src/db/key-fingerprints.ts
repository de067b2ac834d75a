/** Whether the keys that this instance was given are those that the database was filled with. */
import { createHmac } from 'node:crypto'
import { type Db, type Queryable, sql } from './database.ts'

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
export function requireKeys(owner: Db, keys: Keys): Promise<void> {
  return owner.transaction(async (tx) => {
    // Of two first starts the later waits here for the earlier, and reads what that has kept.
    for (const key of ['PIN_KEY', 'MASTER_KEY'] as const)
      await tx.run(sql`insert into foundation.key_fingerprints (key, fingerprint)
        values (${key}, ${fingerprintOf(key, keys[key])}) on conflict (key) do nothing`)
    const kept = await tx.rows<Kept>(sql`select key, fingerprint from foundation.key_fingerprints for update`)
    const wrong = foreignKeys(kept, keys)
    if (wrong.length > 0) throw new Error(sentenceOf(wrong))
    const sealing = fingerprintOf('MASTER_KEY', keys.MASTER_KEY)
    await tx.run(sql`update foundation.key_fingerprints set fingerprint = ${sealing}, noted_at = now()
      where key = 'MASTER_KEY' and fingerprint <> ${sealing}`)
  })
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
