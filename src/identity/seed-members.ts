/** The demo's members; tests use the same cast. */
import { v7 as newId } from 'uuid'
import { hashSecret } from '../credentials/hasher.ts'
import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

/** They set their PIN at first use: its hash needs the key that is kept outside the database. */
export const demoMembers = [
  {
    name: 'Ratna Wulandari',
    email: 'ratna@karat.test',
    mobile: '+6281210004471',
    store: 'id',
    language: 'id',
    password: 'kopi-tubruk-pagi-hari',
  },
  {
    name: 'Bagus Prasetyo',
    email: 'bagus@karat.test',
    mobile: '+6281330007718',
    store: 'id',
    language: 'id',
    password: 'layang-layang-putus-tali',
  },
  {
    name: 'Aisyah Rahman',
    email: 'aisyah@karat.test',
    mobile: '+60123304471',
    store: 'my',
    language: 'en-US',
    password: 'rainy-monday-teh-tarik',
  },
]

/** Inserts the demo members; those that are there already stay. The stores must exist. */
export async function seedMembers(tx: Queryable): Promise<void> {
  for (const { name, email, mobile, store, language, password } of demoMembers)
    await tx.run(sql`
      insert into identity.members (id, email, mobile, name, store, language, password_hash, agreement_version)
      values (${newId()}, ${email}, ${mobile}, ${name}, ${store}, ${language}, ${await hashSecret(password)}, ${settings.agreement.version})
      on conflict do nothing`)
}
