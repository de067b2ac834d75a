/** One effect for one Idempotency-Key (G4): the key commits with the effect and keeps its answer. */
import { createHash } from 'node:crypto'
import { brokenConstraint, type Db, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { Refusal, type RefusalCode } from '../refusals.ts'
import { settings } from '../settings.ts'

/** Who asks, in which store, for what, with which key; `null` when the caller sent no key and the command is idempotent by nature. */
export type Once = { scope: string; key: string; bodyHash: Buffer; replayed: () => void } | null

type Stored = { answer: unknown } | { refused: RefusalCode; data: Record<string, unknown> }

export const hashOfBody = (body: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest()

/**
 * Runs `work` in one transaction together with its key. The same key and body again gives the stored answer, refusals
 * included; a fault before commit stores nothing.
 *
 * Refuses `idempotency_still_running` while the first request runs and `idempotency_body_differs` for another body.
 */
export async function once<T>(db: Db, request: Once, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!request) return db.transaction(work)
  try {
    return await db.transaction(async (tx) => {
      const stored = await claim(tx, request)
      if (stored) return replay<T>(request, stored)
      const answer = await work(tx)
      await tx.run(sql`update foundation.idempotency_keys set answer = ${JSON.stringify({ answer })}
        where scope = ${request.scope} and key = ${request.key}`)
      return answer
    })
  } catch (error) {
    if (error instanceof Refusal && !error.code.startsWith('idempotency_') && !(error as { replayed?: true }).replayed)
      return refuseOnce<T>(db, request, error)
    throw error
  }
}

/** Takes the key for this transaction, or finds what an earlier request with it was answered. */
async function claim(tx: Tx, { scope, key, bodyHash }: NonNullable<Once>): Promise<Stored | null> {
  // The advisory lock answers at once where the key's row would make a second request wait for the first.
  const found = await tx.row<{ free: boolean; body_hash: Buffer | null; answer: string | null }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope}\n${key}`}, 0)) as free, k.body_hash, k.answer
    from (select 1) as one left join foundation.idempotency_keys k on k.scope = ${scope} and k.key = ${key}`)
  if (found?.body_hash && !found.body_hash.equals(bodyHash)) throw new Refusal('idempotency_body_differs')
  if (found?.answer) return JSON.parse(found.answer)
  if (!found?.free) throw new Refusal('idempotency_still_running')
  try {
    await tx.run(
      sql`insert into foundation.idempotency_keys (scope, key, body_hash) values (${scope}, ${key}, ${bodyHash})`,
    )
  } catch (error) {
    // The first request committed between our look and our insert; the caller's next try finds its answer.
    if (brokenConstraint(error) === 'idempotency_key_is_single') throw new Refusal('idempotency_still_running')
    throw error
  }
  return null
}

function replay<T>(request: NonNullable<Once>, stored: Stored): T {
  request.replayed()
  if ('refused' in stored) throw Object.assign(new Refusal(stored.refused, stored.data), { replayed: true })
  return stored.answer as T
}

/**
 * Refuses, with the refusal as the answer of its key. Where a second request with the key has had its effect since the first
 * one's transaction ended, that is the answer, to both.
 */
export async function refuseOnce<T>(db: Db, request: Once, refusal: Refusal): Promise<T> {
  if (!request) throw refusal
  const { scope, key, bodyHash } = request
  const answer = JSON.stringify({ refused: refusal.code, data: refusal.data } satisfies Stored)
  const kept = await db.run(sql`insert into foundation.idempotency_keys (scope, key, body_hash, answer)
    values (${scope}, ${key}, ${bodyHash}, ${answer}) on conflict do nothing`)
  if (kept > 0) throw refusal
  const other = await db.row<{ answer: string | null }>(sql`
    select answer from foundation.idempotency_keys where scope = ${scope} and key = ${key} and body_hash = ${bodyHash}`)
  if (!other?.answer) throw refusal
  return replay<T>(request, JSON.parse(other.answer))
}

/** Deletes keys older than the settings keep them, in steps that end in time however many there are. */
export const forgetOldKeys = (db: Db): Promise<number> =>
  endOld(db, {
    from: sql`foundation.idempotency_keys`,
    old: sql`created_at < now() - make_interval(days => ${settings.idempotency.keepDays}::int)`,
  })
