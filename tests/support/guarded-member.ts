/** A member with a password whose hash costs next to nothing, so that tests of what follows it are quick. */
import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { v7 as newId } from 'uuid'
import { sql } from '../../src/db/database.ts'
import { type Answer, goodPassword, post } from './account.ts'
import type { Shop } from './shop.ts'

const cheapHash = hash(goodPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const newToken = () => randomBytes(32).toString('base64url')

export type GuardedMember = { id: string; email: string; mobile: string | null; token: string; device: string }

/** Inserts a member with a session in a known browser. */
export async function guardedMember(shop: Shop, name: string, mobile: string | null = null): Promise<GuardedMember> {
  const { db } = shop.karat
  const member = { id: newId(), email: `${name}@example.com`, mobile, token: newToken(), device: newToken() }
  await db.run(sql`
    insert into identity.members (id, email, mobile, name, store, language, password_hash, agreement_version)
    values (${member.id}, ${member.email}, ${mobile}, 'Ratna Wulandari', 'id', 'en-US', ${await cheapHash}, '2026-11-24')`)
  await db.run(sql`insert into identity.devices (token_hash, member_id, name)
    values (${sha256(member.device)}, ${member.id}, 'test')`)
  await db.run(sql`insert into identity.sessions (token_hash, id, member_id, expires_at, device, address, device_hash)
    values (${sha256(member.token)}, ${newId()}, ${member.id}, now() + interval '1 day', 'test', '127.0.0.1', ${sha256(member.device)})`)
  return member
}

/** Another session of the member, in another browser. */
export async function anotherSession(shop: Shop, { id }: GuardedMember): Promise<string> {
  const token = newToken()
  await shop.karat.db.run(sql`insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
    values (${sha256(token)}, ${newId()}, ${id}, now() + interval '1 day', 'elsewhere', '127.0.0.1')`)
  return token
}

/** The right password in a browser that is not known: a sign-in that has begun. */
export const beginElsewhere = (shop: Shop, account: string, password = goodPassword): Promise<Answer> =>
  post(shop, '/user/login', { account, password })

/** Counts statements and password comparisons while `work` runs. */
export async function countingWork<T>(shop: Shop, work: () => Promise<T>) {
  const { hasher } = shop.karat
  const matches = hasher.matches
  const statements: string[] = []
  let comparisons = 0
  shop.intercept.current = (text) => {
    statements.push(text.trim().split(/\s+/).slice(0, 3).join(' '))
    return text
  }
  hasher.matches = (known, secret) => {
    comparisons++
    return matches(known, secret)
  }
  try {
    return { result: await work(), statements, comparisons }
  } finally {
    shop.intercept.current = undefined
    hasher.matches = matches
  }
}
