/** The key that a store's notes are signed with: made once, kept sealed. */
import { randomBytes } from 'node:crypto'
import type { SealedKind } from '../credentials/seal-anew.ts'
import { PAGE } from '../credentials/seal-anew.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { publicHalf, type Signer, signerOf } from './ed25519.ts'
import { keyOf, type VerifierKey } from './note-rules.ts'

const sealedFor = (store: string) => `proof key ${store}`

type KeyRow = { name: string; publicKey: Buffer; sealedKey: Buffer }
const findKey = (db: Queryable, store: string) =>
  db.row<KeyRow>(sql`
    select name, public_key as "publicKey", sealed_key as "sealedKey" from proof.signing_keys where store = ${store}`)

/** The public half, as it is published; null before the first day. */
export async function findVerifierKey(db: Queryable, store: string): Promise<VerifierKey | null> {
  const row = await findKey(db, store)
  return row ? keyOf(row.name, new Uint8Array(row.publicKey)) : null
}

/** Signs texts for a store: each as a signed note of one signature. The first call makes the key; of several at once one does. */
export async function openSigner(
  { db, sealing, config }: Pick<Bag<'proof'>, 'config' | 'db' | 'sealing'>,
  store: string,
): Promise<Signer> {
  if (!(await findKey(db, store))) {
    const seed = randomBytes(32)
    const name = `${new URL(config.PUBLIC_URL).host}/proof/${store}`
    await db.run(sql`
      insert into proof.signing_keys (store, name, public_key, sealed_key)
      values (${store}, ${name}, ${publicHalf(seed)}, ${sealing.seal(seed, sealedFor(store))}) on conflict (store) do nothing`)
  }
  const row = await findKey(db, store)
  if (!row) throw new Error(`store ${store} has no key for its proofs`)
  return signerOf(row.name, sealing.open(row.sealedKey, sealedFor(store)))
}

export const proofSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select store as id, store as owner, sealed_key as sealed from proof.signing_keys
      where store > ${after} order by store limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update proof.signing_keys set sealed_key = ${anew} where store = ${id} and sealed_key = ${sealed}`,
    about: ({ owner }) => sealedFor(owner),
  },
]
