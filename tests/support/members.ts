/** Members for tests, signed in without the hash that sign-in costs; their tokens work like any other. */
import { createHash, randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'

/** Of random bytes that nobody kept: whatever password is tried is compared, and wrong. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$pFNscUuHmUMS+zO/PeMlmQ$SbNWgqPEnMiseE5/17mQ+HjMSmehEPjwVv9dB+3ndak'

export type TestMember = { id: string; token: string; headers: Record<string, string> }

/** A new member of store `id` with an open session, who may buy without limit unless another level is named. */
export async function signedIn(
  { karat }: Pick<Shop, 'karat'>,
  name = 'Ratna Wulandari',
  store = 'id',
  level: 0 | 1 | 2 | 3 = 3,
): Promise<TestMember> {
  const id = newId()
  const token = randomBytes(32).toString('base64url')
  await karat.db.run(sql`
    insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
    values (${id}, ${`${id}@karat.test`}, ${name}, ${store}, 'en-US', ${NOBODYS_HASH}, '2026-11-24')`)
  await karat.db.run(sql`insert into kyc.levels (member_id, level) values (${id}, ${level})`)
  await karat.db.run(sql`
    insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
    values (${createHash('sha256').update(token).digest()}, ${newId()}, ${id}, now() + interval '1 day', 'test', '127.0.0.1')`)
  return {
    id,
    token,
    headers: { authorization: `Bearer ${token}`, currency: store === 'my' ? 'MYR' : 'IDR', platform: 'web' },
  }
}
