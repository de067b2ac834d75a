/** Somebody of the house for browser tests, signed in without the hash and the code that the sign-in costs. */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import type { Page } from './shop-test.ts'

export type StaffPerson = { id: string; name: string; email: string; token: string }

export async function newStaff(db: pg.Pool, ...roles: string[]): Promise<StaffPerson> {
  const [id, token] = [newId(), randomBytes(32).toString('base64url')]
  const person = { id, name: `Diah ${id.slice(-4)}`, email: `${id}@staff.karat.test`, token }
  await db.query(
    `insert into staff.people (id, email, name, roles, language, password_hash, totp_sealed)
     values ($1, $2, $3, $4, 'en-US', 'not a hash: nobody signs in with it', ''::bytea)`,
    [id, person.email, person.name, roles],
  )
  await db.query(
    `insert into staff.sessions (token_hash, id, person_id, expires_at, device, address)
     values ($1, $2, $3, now() + interval '12 hours', 'test', '127.0.0.1')`,
    [createHash('sha256').update(token).digest(), newId(), id],
  )
  return person
}

/** Another person at the same screen, from the next document on. */
export const signInInstead = (page: Page, { token }: StaffPerson) =>
  page.evaluate((kept) => localStorage.setItem('staffToken', kept), token)

/** From the next page on this browser is theirs, until somebody else signs in. */
export const signInAs = (page: Page, { token }: StaffPerson) =>
  page.addInitScript((kept) => {
    if (!localStorage.getItem('staffToken')) localStorage.setItem('staffToken', kept)
  }, token)

/** A call of the back office, past the pages: what a test needs before it begins. */
export async function askAs<T>(page: Page, { token }: StaffPerson, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, language: 'en-US', 'idempotency-key': crypto.randomUUID() }
  const address = `/api/admin${path}`
  const answer = body
    ? await page.request.post(address, { data: body, headers })
    : await page.request.get(address, { headers })
  const { status, error, data } = await answer.json()
  if (status !== 'success') throw new Error(`${path} was refused: ${error}`)
  return data
}

/** Another owner confirms an invitation; answers the link as it stands in the letter, the only place where it is. */
export async function confirmedInvitation(page: Page, db: pg.Pool, email: string): Promise<string> {
  const { rows } = await db.query('select id from staff.approvals where subject_id = $1', [email])
  await askAs(page, await newStaff(db, 'owner'), '/approvals/approve', { approval_id: rows[0].id })
  const letters = await db.query('select body from mail.messages where destination = $1', [email])
  return /https?:\S+\/admin\/invitation#\S+/.exec(letters.rows[0].body)?.[0] ?? ''
}
