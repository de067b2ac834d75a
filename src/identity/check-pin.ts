import { type Db, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

type Try = { pinHash: string; used: number }

/** A third try whose comparison never ended (its process died) locks the PIN after this time. */
const ABANDONED_SECONDS = 30

/**
 * Compares a member's payment PIN. A try takes one of three slots, committed before the comparison, so that any number at
 * once compares at most three; the right PIN frees them. The third wrong one in a row locks the PIN and ends every session.
 *
 * Refuses pin_not_set, pin_locked (4000; also for the right PIN while locked), too_many_requests while three others are
 * being compared, overloaded, pin_wrong with `tries_left`. What is counted survives the refusal.
 */
export async function checkPin(karat: Karat, memberId: string, pin: string): Promise<void> {
  const { pinHash, used } = await takeTry(karat, memberId)
  const right = await karat.hasher.pinMatches(pinHash, pin).catch(async (error: unknown) => {
    await returnTry(karat.db, memberId)
    throw error
  })
  if (right) return freeTries(karat.db, memberId)
  if (used < settings.pin.tries) throw new Refusal('pin_wrong', { tries_left: settings.pin.tries - used })
  await lockPin(karat, memberId)
  throw new Refusal('pin_locked')
}

async function takeTry(karat: Karat, memberId: string): Promise<Try> {
  const taken = await karat.db.row<Try>(sql`
    update identity.members set pin_tries_used = pin_tries_used + 1, pin_tried_at = now()
    where id = ${memberId} and pin_hash is not null and pin_locked_at is null and pin_tries_used < ${settings.pin.tries}
    returning pin_hash as "pinHash", pin_tries_used as used`)
  if (taken) return taken
  const state = await karat.db.row<{ has: boolean; locked: boolean; abandoned: boolean }>(sql`
    select pin_hash is not null as has, pin_locked_at is not null as locked,
      pin_tried_at < now() - make_interval(secs => ${ABANDONED_SECONDS}::int) as abandoned
    from identity.members where id = ${memberId}`)
  if (!state?.has) throw new Refusal('pin_not_set')
  if (state.abandoned && !state.locked) await lockPin(karat, memberId)
  if (state.abandoned || state.locked) throw new Refusal('pin_locked')
  throw new Refusal('too_many_requests', { retry_after: 1 })
}

/** Frees the slots, unless another try has locked the PIN meanwhile. */
async function freeTries(db: Db, memberId: string) {
  const freed = await db.run(
    sql`update identity.members set pin_tries_used = 0 where id = ${memberId} and pin_locked_at is null`,
  )
  if (freed === 0) throw new Refusal('pin_locked')
}

const returnTry = (db: Db, memberId: string) =>
  db.run(sql`update identity.members set pin_tries_used = pin_tries_used - 1
    where id = ${memberId} and pin_locked_at is null and pin_tries_used > 0`)

/** Locks the PIN once and ends every session of the member in the same statement. */
async function lockPin(karat: Karat, memberId: string) {
  await karat.db.run(sql`
    with locked as (
      update identity.members set pin_locked_at = now()
      where id = ${memberId} and pin_locked_at is null and pin_tries_used >= ${settings.pin.tries} returning id)
    update identity.sessions set ended_at = now(), ended_because = 'pin_locked'
    where member_id in (select id from locked) and ended_at is null`)
}
