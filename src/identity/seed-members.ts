/** The demo's members; tests use the same cast. */
import { randomBytes, randomInt } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { hashSecret } from '../credentials/hasher.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'
import { readStores } from '../stores/stores.ts'
import { isWeakPin } from './account-rules.ts'
import type { Member } from './door.ts'

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

/** People of the demonstration who wait to be verified; nobody knows their passwords. */
export const demoApplicants = [
  {
    id: '0199c0de-0000-7000-8000-000000000001',
    name: 'Wening Kusumastuti',
    email: 'wening@karat.test',
    store: 'id',
    language: 'id',
  },
  {
    id: '0199c0de-0000-7000-8000-000000000002',
    name: 'I Made Suardana',
    email: 'made@karat.test',
    store: 'id',
    language: 'id',
  },
  {
    id: '0199c0de-0000-7000-8000-000000000003',
    name: 'Lim Mei Ling',
    email: 'meiling@karat.test',
    store: 'my',
    language: 'en-US',
  },
]

/** Inserts them where their store is; the ids of those that were not there yet. */
export async function seedApplicants(tx: Queryable): Promise<Set<string>> {
  const hash = await hashSecret(randomBytes(24).toString('base64'))
  const stores = await readStores(tx)
  const added = new Set<string>()
  for (const { id, name, email, store, language } of demoApplicants) {
    const row = await tx.row(sql`
      insert into identity.members (id, email, name, store, language, password_hash, agreement_version, created_at)
      select ${id}::uuid, ${email}, ${name}, ${store}, ${language}, ${hash}, ${settings.agreement.version}, now() - interval '12 days'
      where ${store} = any(${[...stores.keys()]}::text[]) on conflict do nothing returning id`)
    if (row) added.add(id)
  }
  return added
}

/** Customers of the demonstration whose orders fill the back office; nobody knows their passwords. */
const demoCustomers = [
  { name: 'Sri Handayani', email: 'sri@karat.test', store: 'id', language: 'id' },
  { name: 'Dimas Ardiansyah', email: 'dimas@karat.test', store: 'id', language: 'id' },
  { name: 'Surya Tanuwijaya', email: 'surya@karat.test', store: 'id', language: 'id' },
  { name: 'Hartono Salim', email: 'hartono@karat.test', store: 'id', language: 'id' },
  { name: 'Rahmat Hidayat', email: 'rahmat@karat.test', store: 'id', language: 'id' },
  { name: 'Yoga Pramudya', email: 'yoga@karat.test', store: 'id', language: 'id' },
  { name: 'Kartika Maheswari', email: 'kartika@karat.test', store: 'id', language: 'id' },
  { name: 'Nurul Izzati', email: 'nurul@karat.test', store: 'my', language: 'en-US' },
]

/** Inserts them where their store is; those that are there already stay. The ids of the new ones, by e-mail address. */
export async function seedCustomers(db: Queryable): Promise<Map<string, string>> {
  const added = new Map<string, string>()
  const hash = await hashSecret(randomBytes(24).toString('base64'))
  const stores = await readStores(db)
  for (const { name, email, store, language } of demoCustomers) {
    if (!stores.has(store)) continue
    const row = await db.row<{ id: string }>(sql`
        insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
        values (${newId()}, ${email}, ${name}, ${store}, ${language}, ${hash}, ${settings.agreement.version})
        on conflict do nothing returning id`)
    if (row) added.set(email, row.id)
  }
  return added
}

/** A new payment PIN of one of these customers, which nobody else knows. */
export async function givePin({ db, hasher }: Bag<'identity'>, memberId: string): Promise<string> {
  let pin: string
  do pin = String(randomInt(1_000_000)).padStart(6, '0')
  while (isWeakPin(pin))
  await db.run(sql`
    update identity.members set pin_hash = ${await hasher.hashPin(pin)}, pin_tries_used = 0, pin_wrong = 0 where id = ${memberId}`)
  return pin
}

/** Somebody of the demonstration as if they were signed in; undefined once the account is closed, or has another address. */
export const findDemoMember = (db: Queryable, email: string): Promise<Member | undefined> =>
  db.row<Member>(sql`
    select id, '' as "sessionId", name, store, language, pin_hash is not null as "hasPin"
    from identity.members where email = ${email} and closed_at is null`)
