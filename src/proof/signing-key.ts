/** The key that a store's notes are signed with: made once, kept sealed. */
import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto'
import type { SealedKind } from '../credentials/seal-anew.ts'
import { PAGE } from '../credentials/seal-anew.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { utf8 } from './hash-rules.ts'
import { joinSigned, keyOf, type VerifierKey, writeSignature } from './note-rules.ts'

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyFrom = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' })
const publicHalf = (seed: Buffer) =>
  createPublicKey(keyFrom(seed)).export({ format: 'der', type: 'spki' }).subarray(-32)

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

type Signer = { key: VerifierKey; sign(text: string): string }

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
  const own = keyFrom(sealing.open(row.sealedKey, sealedFor(store)))
  const key = keyOf(row.name, new Uint8Array(row.publicKey))
  return { key, sign: (text) => joinSigned(text, writeSignature(key, new Uint8Array(sign(null, utf8(text), own)))) }
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
