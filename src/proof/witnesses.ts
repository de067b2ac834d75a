/** Who stands beside a store as a witness of its proofs, in the order in which they came. */
import { type Queryable, sql } from '../db/database.ts'
import { keyOf, type VerifierKey } from './note-rules.ts'

/** `address`: where the witness answers, without a slash at its end. */
export type Witness = { key: VerifierKey; address: string }

/** Of a store, the first of whom asks for the moment of each day. */
export async function listWitnesses(db: Queryable, store: string): Promise<Witness[]> {
  const rows = await db.rows<{ name: string; publicKey: Buffer; address: string }>(sql`
    select name, public_key as "publicKey", address from proof.witnesses where store = ${store} order by since, name`)
  return rows.map(({ name, publicKey, address }) => ({ key: keyOf(name, new Uint8Array(publicKey)), address }))
}

/** The witness stands beside the store from now on and for good; one that does already stays as it is. Whether it is new. */
export async function addWitness(db: Queryable, store: string, { key, address }: Witness): Promise<boolean> {
  const added = await db.run(sql`
    insert into proof.witnesses (store, name, public_key, address)
    values (${store}, ${key.name}, ${Buffer.from(key.publicKey)}, ${address.replace(/\/$/, '')}) on conflict (store, name) do nothing`)
  return added > 0
}
