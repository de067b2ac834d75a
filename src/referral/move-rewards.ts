/** Rewards set aside, credited and taken back: on every instance, each step once (decision 0125). */
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { openAmong } from '../identity/member-name-queries.ts'
import { isFrozenNow } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { requireMayHold } from '../kyc/take-day-limit.ts'
import { balanceOf } from '../ledger/ledger-queries.ts'
import { memberAccount } from '../ledger/ledger-rules.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { timeZoneOf } from '../stores/stores.ts'
import { heldGold, holdPlace } from '../vault/holder.ts'
import { findDoubts } from './find-doubts.ts'
import { rewardCredited, rewardReserved, rewardReversed } from './reward-postings.ts'
import type { Doubt, RewardEnd, RewardState, RewardWait } from './reward-rules.ts'
import { isSamePerson, standingOf } from './reward-rules.ts'
import { settledPurchases } from './settled-purchases.ts'
import { tellOfReward } from './tell-of-reward.ts'

export type HeldReward = {
  id: string
  invitedId: string
  memberId: string
  store: string
  currency: string
  weight: bigint
  needs: bigint
  perMonth: number
  state: RewardState
  doubts: Doubt[]
  /** No doubt but those that staff accepted. */
  accepted: boolean
  acceptedDoubts: Doubt[]
  over: boolean
  /** It is to be looked at now, as the database says. */
  due: boolean
  at: Date
  /** Its member's account. */
  isOpen: boolean
}
type Moved = 'reserved' | 'credited' | 'reversed' | 'refused' | 'waits' | 'not_due'

/** Looks at every reward that is due to be looked at; how many moved. */
export async function moveRewards(karat: Bag<'referral'>): Promise<number> {
  let moved = 0
  const due = await karat.db.rows<{ id: string }>(sql`
    select id from referral.rewards where state in ('waiting', 'reserved', 'credited') and next_at <= now() order by next_at, id
    limit ${settings.growth.atOnce}::int`)
  for (const { id } of due) if (!['waits', 'not_due'].includes(await moveReward(karat, id))) moved += 1
  return moved
}

/** What waits says why, and is looked at again later; nothing else of it changed. */
class Waits extends Error {
  override name = 'Waits'
  readonly on: RewardWait | null
  constructor(on: RewardWait | null) {
    super(`waits for ${on}`)
    this.on = on
  }
}

/**
 * One step of one reward, with its posting and its letter, under its member's place. A waiting one is set aside while its volume is reached, the member
 * may get it and the store has the grams; a pending one is credited once every window is over and the volume stands; either is taken
 * back where it does not. A doubted one waits for staff, and
 * one of somebody who is their inviter by paper or account ends.
 */
export async function moveReward(karat: Bag<'referral'>, id: string): Promise<Moved> {
  try {
    return await karat.db.transaction((tx) => move(tx, id))
  } catch (error) {
    const on = waitsOn(error)
    if (on === undefined) karat.log.warn({ err: error, reward: id }, 'a reward cannot move')
    await karat.db.run(sql`
      update referral.rewards set waits_for = ${on ?? null}, next_at = now() + make_interval(secs => ${settings.growth.waitSeconds}::int)
      where id = ${id} and state in ('waiting', 'reserved', 'credited') and next_at <= now()`)
    return 'waits'
  }
}

const byConstraint: Partial<Record<string, RewardWait>> = {
  ...{ buying_is_open: 'frozen', feature_is_on: 'frozen', vault_has_grams: 'gold', member_may_move: 'account' },
}
const byRefusal: Partial<Record<string, RewardWait>> = { balance_too_low: 'gold', verification_required: 'level' }

function waitsOn(error: unknown): RewardWait | null | undefined {
  if (error instanceof Waits) return error.on
  if (error instanceof Refusal) return byRefusal[error.code]
  return byConstraint[brokenConstraint(error) ?? '']
}

async function move(tx: Tx, id: string): Promise<Moved> {
  const reward = await holdReward(tx, id)
  if (!reward || !['waiting', 'reserved', 'credited'].includes(reward.state)) return 'not_due'
  if (!reward.due) return 'not_due'
  const standing = standingOf(await settledPurchases(tx, [reward.invitedId]), reward, reward.at)
  if (standing.lost) return endReward(tx, reward, { because: 'volume', actor: 'system' })
  const doubts = await addDoubts(tx, reward)
  // What comes to light now stands with it: staff may still refuse it.
  if (reward.state === 'credited') return later(tx, reward)
  if (isSamePerson(doubts, reward.acceptedDoubts)) return endReward(tx, reward, { because: 'same', actor: 'system' })
  if (doubts.some((doubt) => !reward.acceptedDoubts.includes(doubt))) return later(tx, reward)
  if (!reward.isOpen) return endReward(tx, reward, { because: 'closed', actor: 'system' })
  if (await isFrozenNow(tx, reward.memberId)) throw new Waits('account')
  if (reward.state === 'waiting') return standing.reached ? reserve(tx, reward) : later(tx, reward)
  return standing.certain ? credit(tx, reward) : later(tx, reward, standing.certainAt)
}

/** The reward under its member's place, which everything that moves grams of theirs holds first; undefined where there is none. */
export async function holdReward(tx: Tx, id: string): Promise<HeldReward | undefined> {
  const of = await tx.row<{ memberId: string; store: string }>(
    sql`select member_id as "memberId", store from referral.rewards where id = ${id}`,
  )
  if (!of) return undefined
  const open = await openAmong(tx, [of.memberId])
  if (open.has(of.memberId)) await holdPlace(tx, of)
  const held = await tx.row<Omit<HeldReward, 'isOpen'>>(sql`
    select id, invited_id as "invitedId", member_id as "memberId", store, currency, weight_e4 as weight, needs_minor as needs,
      per_month as "perMonth", state, doubts, doubts <@ accepted_doubts as accepted, accepted_doubts as "acceptedDoubts",
      coalesce(credited_at < now() - make_interval(days => ${settings.growth.watchDays}::int), false) as over,
      next_at <= now() as due, now() as at
    from referral.rewards where id = ${id} for update`)
  return held && { ...held, isOpen: open.has(of.memberId) }
}

async function reserve(tx: Tx, reward: HeldReward): Promise<Moved> {
  const { id, memberId, store, weight, perMonth } = reward
  const used = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from referral.rewards, (select ${timeZoneOf(sql`${store}`)} as zone) as here
    where member_id = ${memberId} and store = ${store}
      and date_trunc('month', reserved_at at time zone zone) = date_trunc('month', now() at time zone zone)`)
  if ((used?.count ?? 0) >= perMonth) throw new Waits('cap')
  await requireMayHold(tx, { memberId, store }, (await heldGold(tx, { memberId, store })) + weight)
  await tx.run(
    sql`update referral.rewards set state = 'reserved', waits_for = null, reserved_at = now(), next_at = now() where id = ${id}`,
  )
  await postTransfer(tx, rewardReserved({ ...reward, actor: 'system' }))
  return 'reserved'
}

async function credit(tx: Tx, reward: HeldReward): Promise<Moved> {
  const { id, memberId, store, weight } = reward
  const owed = await owedBy(tx, { memberId, store })
  const setOff = owed < weight ? owed : weight
  await tx.run(sql`
    update referral.rewards set state = 'credited', waits_for = null, credited_at = now(), set_off_e4 = ${setOff},
      next_at = now() + make_interval(secs => ${settings.growth.againSeconds}::int) where id = ${id}`)
  await postTransfer(tx, rewardCredited({ ...reward, setOff, actor: 'system' }))
  await tellOfReward(tx, 'reward_credited', reward, weight - setOff)
  return 'credited'
}

/** Grams that were missing when credited rewards of the member were taken back, less what later ones have made up for. */
async function owedBy(tx: Tx, { memberId, store }: { memberId: string; store: string }): Promise<bigint> {
  const row = await tx.row<{ owed: bigint }>(sql`
    select (coalesce(sum(weight_e4 - taken_e4) filter (where state = 'reversed' and credited_at is not null), 0)
      - coalesce(sum(set_off_e4), 0))::bigint as owed
    from referral.rewards where member_id = ${memberId} and store = ${store}`)
  return row?.owed ?? 0n
}

/** Whoever leaves gives up what is not theirs yet; the grams that were set aside go back. */
export async function giveUpRewards(tx: Tx, memberId: string): Promise<void> {
  const open = await tx.rows<{ id: string }>(sql`
    select id from referral.rewards where member_id = ${memberId} and state in ('waiting', 'reserved') order by id`)
  for (const { id } of open) {
    const reward = await holdReward(tx, id)
    if (reward && ['waiting', 'reserved'].includes(reward.state))
      await endReward(tx, reward, { because: 'closed', actor: `member:${memberId}` })
  }
}

/** Ends a reward under its member's place: grams that were set aside or credited go back, as far as they are there; its member is told, if they stay. */
export async function endReward(
  tx: Tx,
  reward: HeldReward,
  { because, actor }: { because: RewardEnd; actor: string },
): Promise<Moved> {
  const { id, memberId, store, weight, state } = reward
  if (state === 'waiting') {
    await tx.run(
      sql`update referral.rewards set state = 'refused', waits_for = null, because = ${because}, ended_at = now() where id = ${id}`,
    )
    return 'refused'
  }
  const wasCredited = state === 'credited'
  const there = wasCredited ? await balanceOf(tx, memberAccount({ store, id: memberId }, 'gold', 'XAU')) : weight
  const taken = there < weight ? there : weight
  await tx.run(sql`
    update referral.rewards set state = 'reversed', waits_for = null, because = ${because}, taken_e4 = ${taken}, ended_at = now() where id = ${id}`)
  if (taken > 0n) await postTransfer(tx, rewardReversed({ ...reward, wasCredited, taken, actor }))
  if (because !== 'closed') await tellOfReward(tx, 'reward_reversed', reward, taken)
  return 'reversed'
}

/** What has come to speak against it since it was noted stays. */
async function addDoubts(tx: Tx, { id, invitedId, memberId, doubts }: HeldReward): Promise<Doubt[]> {
  const all = [...new Set([...doubts, ...(await findDoubts(tx, { invitedId, memberId }))])].toSorted()
  if (all.length > doubts.length)
    await tx.run(sql`update referral.rewards set doubts = ${all}::text[] where id = ${id}`)
  return all
}

/** It is looked at again: at `at`, if that is known and comes later than it would be anyway. A credited one that was watched long enough no more. */
async function later(tx: Tx, { id, over, state }: HeldReward, at: Date | null = null): Promise<Moved> {
  const seconds = state === 'credited' ? settings.growth.againSeconds : settings.growth.waitSeconds
  await tx.run(sql`
    update referral.rewards set waits_for = null, next_at = case when ${over} then 'infinity'
      else least(greatest(now() + make_interval(secs => ${seconds}::int), ${at}::timestamptz), now() + interval '1 day') end where id = ${id}`)
  return 'waits'
}
