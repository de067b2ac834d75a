import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { holdReviews } from './move-review.ts'

const years = sql`make_interval(years => ${settings.kyc.keep.afterClosingYears}::int)`
/** Rows of kyc.levels whose member left so long ago that nothing is kept any more, and still is. */
export const isDue: Sql = sql`relation_ended_at < now() - ${years} and (destroyed_at is null or destroyed_at < relation_ended_at)`

/**
 * Destroys everything that kyc holds about a member: legal name, date of birth, numbers, source of funds, documents, words of
 * decisions and looks, notes on large days. The level is T0, the identity number is free for a new account. That there were
 * reviews, looks, cases and large days stays under the member's id, as does what they bought. Done already, or nothing held: nothing
 * happens.
 *
 * Refuses kyc_kept while the law asks us to keep it, with the day until which, null while the relation has not ended.
 */
export async function destroyMember(tx: Tx, memberId: string): Promise<{ destroyed: boolean }> {
  await holdReviews(tx, memberId)
  // Taken by its condition: whoever resumes the relation waits here, or has taken the row out of it.
  const taken = await tx.run(sql`
    update kyc.levels set level = 0, override = null, changed_at = now(), destroyed_at = now()
    where member_id = ${memberId} and ${isDue}`)
  if (taken === 0) {
    await requireNothingKept(tx, memberId)
    return { destroyed: false }
  }
  await Promise.all([
    tx.run(sql`delete from kyc.real_names where member_id = ${memberId}`),
    tx.run(sql`delete from kyc.funds where member_id = ${memberId}`),
    tx.run(sql`delete from kyc.reviews where member_id = ${memberId}`),
    tx.run(sql`delete from kyc.id_tries where member_id = ${memberId}`),
    tx.run(sql`update kyc.reports set note = null where member_id = ${memberId}`),
    tx.run(sql`
      update kyc.documents set wrapped_key = null, content = null, destroyed_at = now()
      where member_id = ${memberId} and destroyed_at is null`),
    tx.run(sql`select kyc.forget_words(${memberId}::uuid)`),
    tx.run(sql`select cases.forget_words(${memberId}::uuid)`),
  ])
  return { destroyed: true }
}

async function requireNothingKept(tx: Tx, memberId: string) {
  const kept = await findKept(tx, memberId)
  if (kept) throw new Refusal('kyc_kept', { until: kept.until?.toISOString() ?? null })
}

/** Whether kyc holds something about a member, and until when it must: null while their relation has not ended. */
export async function findKept(db: Queryable, memberId: string): Promise<{ until: Date | null } | undefined> {
  return db.row<{ until: Date | null }>(sql`
    select relation_ended_at + ${years} as until from kyc.levels
    where member_id = ${memberId} and not coalesce(destroyed_at >= relation_ended_at, false)`)
}

/** Members who have left and of whom kyc holds nothing any more, by id; those after the last of `before`. */
export async function listDestroyed(db: Queryable, before: readonly string[] | null): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select member_id as id from kyc.levels
    where destroyed_at >= relation_ended_at and (${before?.at(-1) ?? null}::uuid is null or member_id > ${before?.at(-1) ?? null}::uuid)
    order by member_id limit 500`)
  return rows.map(({ id }) => id)
}
