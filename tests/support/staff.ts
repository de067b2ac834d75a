/** Staff for tests, signed in without the hash that sign-in costs; their tokens work like any other. */
import { createHash, randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { newTotpSecret } from '../../src/credentials/totp.ts'
import { sql } from '../../src/db/database.ts'
import type { Staff } from '../../src/staff/door.ts'
import { permissionsOf, type Role } from '../../src/staff/permission-rules.ts'
import { aboutTotp } from '../../src/staff/sign-in.ts'
import { NOBODYS_HASH } from './members.ts'
import type { Shop } from './shop.ts'

export type TestStaff = { id: string; token: string; headers: Record<string, string>; staff: Staff }

/** Somebody new of the house with these roles and an open session. */
export async function staffSignedIn({ karat }: Pick<Shop, 'karat'>, ...roles: Role[]): Promise<TestStaff> {
  const [id, sessionId] = [newId(), newId()]
  const token = randomBytes(32).toString('base64url')
  const person = { name: `Staff ${roles.join(' ')}`, email: `${id}@staff.karat.test`, language: 'en-US', roles }
  await karat.db.run(sql`
    insert into staff.people (id, email, name, roles, language, password_hash, totp_sealed)
    values (${id}, ${person.email}, ${person.name}, ${roles}, 'en-US', ${NOBODYS_HASH},
      ${karat.sealing.seal(newTotpSecret(), aboutTotp(id))})`)
  await karat.db.run(sql`
    insert into staff.sessions (token_hash, id, person_id, expires_at, device, address)
    values (${createHash('sha256').update(token).digest()}, ${sessionId}, ${id}, now() + interval '12 hours', 'test', '127.0.0.1')`)
  const staff = { id, sessionId, ...person, may: permissionsOf(roles), address: '127.0.0.1', requestId: 'test' }
  return { id, token, headers: { authorization: `Bearer ${token}`, language: 'en-US' }, staff }
}

export type StaffAnswer = { status: number; error: string | null; code: number; data: Record<string, unknown> }

/** A call of the back office as its pages make it. */
export async function askStaff(
  { app }: Pick<Shop, 'app'>,
  who: { headers: Record<string, string> } | null,
  path: string,
  body?: object,
): Promise<StaffAnswer> {
  const response = await app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api/admin${path}`,
    headers: { 'idempotency-key': newId(), ...who?.headers },
    ...(body ? { payload: body } : {}),
  })
  return { ...response.json(), status: response.statusCode }
}
