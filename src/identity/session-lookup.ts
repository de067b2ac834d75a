/** Whose session a token is. The database is asked every time, so an ended session is dead by the next request on every instance. */
import { type Db, sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { Member } from './door.ts'

export type SessionLookup = { find(tokenHash: Buffer): Promise<Member | null> }

type Found = Member & { tokenHash: Buffer; untouched: boolean }
type Waiting = { tokenHash: Buffer; resolve: (member: Member | null) => void; reject: (error: unknown) => void }

/** Look-ups of one turn of the event loop travel in one statement. */
export function openSessionLookup(db: Db): SessionLookup {
  let waiting: Waiting[] = []

  async function flush() {
    const asked = waiting
    waiting = []
    try {
      const found = await findSessions(db, [
        ...new Map(asked.map((one) => [one.tokenHash.toString('hex'), one.tokenHash])).values(),
      ])
      for (const { tokenHash, resolve } of asked) resolve(found.get(tokenHash.toString('hex')) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  return {
    find: (tokenHash) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ tokenHash, resolve, reject }) === 1) setImmediate(() => void flush())
      }),
  }
}

/** Live sessions by the hex of their token's hash; their time of last use is written at most once a minute. */
async function findSessions(db: Db, tokenHashes: Buffer[]): Promise<Map<string, Member>> {
  const { idleSeconds, touchSeconds } = settings.session
  const rows = await db.rows<Found>(sql`
    select s.token_hash as "tokenHash", s.last_used_at < now() - make_interval(secs => ${touchSeconds}) as untouched,
      m.id, s.id as "sessionId", m.name, m.store, m.language, m.pin_hash is not null as "hasPin"
    from identity.sessions s join identity.members m on m.id = s.member_id
    where s.token_hash = any(${tokenHashes}) and s.ended_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(secs => ${idleSeconds})`)
  const untouched = rows.filter((row) => row.untouched).map((row) => row.tokenHash)
  if (untouched.length > 0)
    await db.run(sql`update identity.sessions set last_used_at = now() where token_hash in (
      select token_hash from identity.sessions where token_hash = any(${untouched}) for update skip locked)`)
  return new Map(rows.map(({ tokenHash, untouched: _, ...member }) => [tokenHash.toString('hex'), member]))
}
