import { randomInt } from 'node:crypto'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { CODE_LENGTH, CODE_LETTERS, type LinkKind, readLinkCode } from './link-code-rules.ts'

export type Link = { code: string; kind: LinkKind; subjectId: string; memberId: string; store: string }

/** Random letters that are read aloud and typed. */
export const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/**
 * The code of a subject's link with a store, which it has from then on for good. `memberId` owns it: the member, or the member who is
 * the agent. Refuses nothing; a closed member's is refused by the database.
 */
export async function makeLink(tx: Tx, { kind, subjectId, memberId, store }: Omit<Link, 'code'>): Promise<string> {
  const own = sql`select code from referral.links where kind = ${kind} and subject_id = ${subjectId} and store = ${store}`
  for (let tries = 0; tries < 9; tries++) {
    const there = await tx.row<{ code: string }>(own)
    if (there) return there.code
    // Somebody else's may have the same letters, or another request made this one.
    await tx.run(sql`insert into referral.links (code, kind, subject_id, member_id, store)
      values (${newCode()}, ${kind}, ${subjectId}, ${memberId}, ${store}) on conflict do nothing`)
  }
  throw new Error('no code is free')
}

/** The code of a subject's link with a store; null where it has none yet. */
export async function codeOf(
  db: Queryable,
  { kind, subjectId, store }: Pick<Link, 'kind' | 'subjectId' | 'store'>,
): Promise<string | null> {
  const row = await db.row<{ code: string }>(
    sql`select code from referral.links where kind = ${kind} and subject_id = ${subjectId} and store = ${store}`,
  )
  return row?.code ?? null
}

/** Whose link it is, however the code is spelled; undefined for a code of nobody. */
export async function linkOf(db: Queryable, text: string): Promise<Link | undefined> {
  const code = readLinkCode(text)
  if (code === null) return undefined
  return db.row<Link>(sql`
    select code, kind, subject_id as "subjectId", member_id as "memberId", store from referral.links where code = ${code}`)
}
