/** What staff decide about a doubted reward. */
import { sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { amountOf } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { endReward, type HeldReward, holdReward } from './move-rewards.ts'
import { isSamePerson } from './reward-rules.ts'

const DECIDE = 'growth.decide'
type Wish = { rewardId: string; decision: 'accept' | 'refuse'; reason: string }

/**
 * Accepts a doubted reward, which then goes on like any other, or refuses one, also a credited one that is still watched: its grams go
 * back as far as they are there, and its member is told. From an amount on, of this one or of all that a person accepts alone in 30 days, it
 * takes two people to accept: `approval_id` is their request.
 *
 * Refuses permission_missing; not_found; reward_state for one that has no doubt to decide, is over, or is of one person by paper or
 * account; approval_waiting.
 */
export const decideReward = (
  karat: Bag<'referral'>,
  staff: Staff,
  { rewardId, decision, reason }: Wish,
  key: Once,
): Promise<{ approval_id: string | null }> =>
  once(karat.db, key, async (tx) => {
    // Before the reward: what this person accepted alone is counted, and nothing of it comes in between.
    if (decision === 'accept') await standInLine(tx, `rewards accepted by ${staff.id}`)
    const reward = await requireOpen(tx, rewardId)
    const about = { action: DECIDE, subject: { kind: 'reward', id: rewardId }, store: reward.store, reason } as const
    const grams = amountOf(reward.weight, 'XAU')
    if (decision === 'refuse') {
      await recordAction(tx, staff, { ...about, details: { did: 'reward_refused', grams, doubts: reward.doubts } })
      await endReward(tx, reward, { because: 'staff', actor: `staff:${staff.id}` })
      return { approval_id: null }
    }
    requireDoubted(reward)
    if (reward.weight + (await acceptedAlone(tx, staff)) >= settings.growth.twoPeopleFrom)
      return requestApproval(tx, staff, { ...about, params: { grams, doubts: reward.doubts } })
    await recordAction(tx, staff, { ...about, details: { did: 'reward_accepted', grams, doubts: reward.doubts } })
    await accept(tx, reward, `staff:${staff.id}`)
    return { approval_id: null }
  })

/** Units that one person accepted within 30 days, and nobody beside them. */
async function acceptedAlone(tx: Tx, { id }: Staff): Promise<bigint> {
  const row = await tx.row<{ units: bigint }>(sql`
    select coalesce(sum(weight_e4), 0)::bigint as units from referral.rewards
    where accepted_by = ${`staff:${id}`} and accepted_at > now() - interval '30 days'`)
  return row?.units ?? 0n
}

/** What the second person has approved. Refuses as decideReward by what is then. */
export const decideRewardExecutor: Executor = {
  action: DECIDE,
  async execute(_karat, tx, { subject, params }, { requester, approver }) {
    const reward = await requireOpen(tx, subject.id)
    requireDoubted(reward)
    // Doubts that came since stand in no approval: it is decided anew.
    const { doubts: read = [] } = params as { doubts?: string[] }
    if (reward.doubts.some((doubt) => !read.includes(doubt))) throw new Refusal('reward_state')
    await accept(tx, reward, `staff:${requester.id}+staff:${approver.id}`)
  },
}

async function requireOpen(tx: Tx, id: string): Promise<HeldReward> {
  const reward = await holdReward(tx, id)
  if (!reward) throw new Refusal('not_found')
  const watched = reward.state === 'credited' && !reward.over
  if (!watched && !['waiting', 'reserved'].includes(reward.state)) throw new Refusal('reward_state')
  return reward
}

function requireDoubted({ doubts, accepted, acceptedDoubts, state }: HeldReward): void {
  if (doubts.length === 0 || accepted) throw new Refusal('reward_state')
  if (state !== 'credited' && isSamePerson(doubts, acceptedDoubts)) throw new Refusal('reward_state')
}

const accept = (tx: Tx, { id, doubts }: HeldReward, by: string): Promise<number> =>
  tx.run(sql`
    update referral.rewards set accepted_by = ${by}, accepted_doubts = ${doubts}::text[], next_at = now() where id = ${id}`)
