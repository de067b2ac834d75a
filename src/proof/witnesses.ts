/** Who stands beside a store as a witness of its proofs, in the order in which they came. */
import { type Queryable, sql } from '../db/database.ts'
import { keyOf, type VerifierKey, writeKey } from './note-rules.ts'

/** `address`: where the witness answers, without a slash at its end. */
export type Witness = { key: VerifierKey; address: string }

/** Of a store, the first of whom asks for the moment of each day. */
export async function listWitnesses(db: Queryable, store: string): Promise<Witness[]> {
  const rows = await db.rows<{ name: string; publicKey: Buffer; address: string }>(sql`
    select name, public_key as "publicKey", address from proof.witnesses where store = ${store} order by since, name`)
  return rows.map(({ name, publicKey, address }) => ({ key: keyOf(name, new Uint8Array(publicKey)), address }))
}

/**
 * The witness stands beside the store from now on and for good; whether it is new. Throws where one of this name has another key or address:
 * what it signed is checked with its key, so that it needs a new name.
 */
export async function addWitness(db: Queryable, store: string, witness: Witness): Promise<boolean> {
  const { key, address } = { ...witness, address: witness.address.replace(/\/$/, '') }
  const added = await db.run(sql`
    insert into proof.witnesses (store, name, public_key, address)
    values (${store}, ${key.name}, ${Buffer.from(key.publicKey)}, ${address}) on conflict (store, name) do nothing`)
  if (added > 0) return true
  const known = (await listWitnesses(db, store)).find((one) => one.key.name === key.name)
  if (!known || known.address !== address || writeKey(known.key) !== writeKey(key))
    throw new Error(`${key.name} is a witness of store ${store} with another key or address, and needs a new name.`)
  return false
}
