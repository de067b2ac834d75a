import { type Db, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

type Slot = { pinHash: string }

/** A comparison that has not ended by then never will (its process died): its try counts as wrong. */
const ABANDONED_SECONDS = 30

/**
 * Compares a member's payment PIN. A try takes one of three slots, committed before the comparison, so that any number at
 * once compares at most three. A wrong one keeps its slot, the right PIN frees its own and those of the wrong ones before it, and
 * those that are still being compared keep theirs. The third wrong one in a row locks the PIN and ends every session.
 *
 * Refuses pin_not_set, pin_locked (4000; also for the right PIN while locked), too_many_requests when no slot is free and nothing is
 * locked, overloaded, pin_wrong with `tries_left`. What is counted survives the refusal.
 */
export async function checkPin(karat: Bag<'identity'>, memberId: string, pin: string): Promise<void> {
  const { pinHash } = await takeSlot(karat, memberId)
  const right = await karat.hasher.pinMatches(pinHash, pin).catch(async (error: unknown) => {
    await returnSlot(karat.db, memberId)
    throw error
  })
  if (right) return freeTries(karat.db, memberId, pinHash)
  const wrong = await countWrong(karat, memberId)
  if (wrong === null || wrong >= settings.pin.tries) throw new Refusal('pin_locked')
  throw new Refusal('pin_wrong', { tries_left: settings.pin.tries - wrong })
}

async function takeSlot(karat: Bag<'identity'>, memberId: string): Promise<Slot> {
  const abandoned = sql`pin_tried_at < now() - make_interval(secs => ${ABANDONED_SECONDS}::int)`
  const taken = await karat.db.row<Slot>(sql`
    update identity.members set pin_tries_used = pin_tries_used + 1, pin_tried_at = now(),
      pin_wrong = case when ${abandoned} then pin_tries_used else least(pin_wrong, pin_tries_used) end
    where id = ${memberId} and pin_hash is not null and pin_locked_at is null and pin_tries_used < ${settings.pin.tries}
    returning pin_hash as "pinHash"`)
  if (taken) return taken
  const state = await karat.db.row<{ has: boolean; locked: boolean; abandoned: boolean }>(sql`
    select pin_hash is not null as has, pin_locked_at is not null as locked, ${abandoned} as abandoned
    from identity.members where id = ${memberId}`)
  if (!state?.has) throw new Refusal('pin_not_set')
  if (state.locked || (state.abandoned && (await lockAbandoned(karat, memberId)))) throw new Refusal('pin_locked')
  throw new Refusal('too_many_requests', { retry_after: 1 })
}

/**
 * Frees the slots of this try and of the wrong ones. Refuses pin_locked when another try has locked the PIN meanwhile, pin_wrong when
 * it has been replaced.
 */
async function freeTries(db: Db, memberId: string, pinHash: string) {
  const freed = await db.run(sql`
    update identity.members set pin_tries_used = greatest(pin_tries_used - pin_wrong - 1, 0), pin_wrong = 0
    where id = ${memberId} and pin_locked_at is null and pin_hash = ${pinHash}`)
  if (freed === 1) return
  const state = await db.row<{ locked: boolean; wrong: number }>(sql`
    select pin_locked_at is not null as locked, pin_wrong::int as wrong from identity.members where id = ${memberId}`)
  if (!state || state.locked) throw new Refusal('pin_locked')
  throw new Refusal('pin_wrong', { tries_left: settings.pin.tries - state.wrong })
}

const returnSlot = (db: Db, memberId: string) =>
  db.run(sql`update identity.members set pin_tries_used = pin_tries_used - 1
    where id = ${memberId} and pin_locked_at is null and pin_tries_used > pin_wrong`)

const endSessionsOf = sql`
  update identity.sessions set ended_at = now(), ended_because = 'pin_locked'
  where member_id in (select id from judged where locked) and ended_at is null`

/**
 * Counts a wrong PIN and answers how many there are in a row. The third locks the PIN and ends every session of the member in the
 * same statement; null when the PIN was locked before.
 */
async function countWrong({ db }: Bag<'identity'>, memberId: string): Promise<number | null> {
  const judged = await db.row<{ wrong: number }>(sql`
    with judged as (
      update identity.members set pin_wrong = pin_wrong + 1, pin_tries_used = greatest(pin_tries_used, pin_wrong + 1),
        pin_locked_at = case when pin_wrong + 1 >= ${settings.pin.tries} then now() end
      where id = ${memberId} and pin_locked_at is null
      returning id, pin_wrong::int as wrong, pin_locked_at is not null as locked),
    ended as (${endSessionsOf})
    select wrong from judged`)
  return judged?.wrong ?? null
}

/** Three tries that will never be answered lock the PIN like wrong ones; false when a slot has come free meanwhile. */
async function lockAbandoned({ db }: Bag<'identity'>, memberId: string): Promise<boolean> {
  const locked = await db.row(sql`
    with judged as (
      update identity.members set pin_locked_at = now(), pin_wrong = pin_tries_used
      where id = ${memberId} and pin_locked_at is null and pin_tries_used >= ${settings.pin.tries}
        and pin_tried_at < now() - make_interval(secs => ${ABANDONED_SECONDS}::int)
      returning id, true as locked),
    ended as (${endSessionsOf})
    select id from judged`)
  return locked !== undefined
}
