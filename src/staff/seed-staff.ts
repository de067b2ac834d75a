/** The demo's five people, one of each role. Their authenticator secrets are fixed, so that /dev/authenticator can show the codes. */
import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { hashSecret } from '../credentials/hasher.ts'
import type { Sealing } from '../credentials/sealing.ts'
import { type Queryable, sql } from '../db/database.ts'
import type { Staff } from './door.ts'
import { permissionsOf, type Role } from './permission-rules.ts'
import { aboutTotp } from './sign-in.ts'

export const demoStaff: { name: string; email: string; roles: Role[]; password: string }[] = [
  { name: 'Diah Kusumawati', email: 'diah@staff.karat.test', roles: ['owner'], password: 'gerimis-senja-di-dermaga' },
  { name: 'Hendra Wijaya', email: 'hendra@staff.karat.test', roles: ['desk'], password: 'sepeda-biru-turun-bukit' },
  { name: 'Siti Marlina', email: 'siti@staff.karat.test', roles: ['fulfilment'], password: 'jendela-kayu-angin-timur' },
  { name: 'Yohanes Lim', email: 'yohanes@staff.karat.test', roles: ['support'], password: 'pasar-pagi-penuh-rempah' },
  { name: 'Dewi Anggraini', email: 'dewi@staff.karat.test', roles: ['content'], password: 'tinta-hitam-kertas-lontar' },
]

/** Only for the demonstration: whoever reads this file knows it. */
export const demoTotpSecret = (email: string): Buffer =>
  createHash('sha1').update(`karat demo authenticator ${email}`).digest()

/** Adds the demo staff; those that are there already stay. */
export async function seedStaff(tx: Queryable, sealing: Sealing): Promise<void> {
  for (const { name, email, roles, password } of demoStaff) {
    const id = newId()
    const sealed = sealing.seal(demoTotpSecret(email), aboutTotp(id))
    await tx.run(sql`
      insert into staff.people (id, email, name, roles, language, password_hash, totp_sealed)
      values (${id}, ${email}, ${name}, ${roles}, 'id', ${await hashSecret(password)}, ${sealed}) on conflict do nothing`)
  }
}

/** Somebody of the demonstration's house as if they were signed in; undefined once they are disabled or have another address. */
export async function findDemoStaff(db: Queryable, email: string): Promise<Staff | undefined> {
  const person = await db.row<Pick<Staff, 'id' | 'name' | 'email' | 'language' | 'roles'>>(sql`
    select id, name, email, language, roles from staff.people where email = ${email} and disabled_at is null`)
  return person && { ...person, sessionId: '', may: permissionsOf(person.roles), address: 'demo', requestId: 'demo' }
}
