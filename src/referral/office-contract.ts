/** Wire shapes of invitations and campaigns in the back office. */
import { z } from 'zod'
import { momentField, typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { linkKinds } from './link-code-rules.ts'
import { doubtKinds, rewardEnds, rewardStates, rewardWaits } from './reward-rules.ts'

export const OfficeRewardsQuery = z.strictObject({
  state: z
    .enum(['review', ...rewardStates])
    .optional()
    .meta({ description: 'review: doubted, and not decided' }),
  store: typedText(1, 10).optional(),
  ...pageQuery,
})
const OfficeReward = z.strictObject({
  reward_id: z.uuid(),
  store: z.string(),
  member_id: z.uuid(),
  member: z.string(),
  invited_id: z.uuid(),
  invited: z.string(),
  grams: z.string(),
  needs: z.string(),
  currency: z.string(),
  state: z.enum(rewardStates),
  in_review: z.boolean(),
  watched: z.boolean().meta({ description: 'credited so lately that it may be taken back' }),
  waits_for: z.enum(rewardWaits).nullable(),
  doubts: z.array(z.enum(doubtKinds)),
  because: z.enum(rewardEnds).nullable(),
  set_off: z.string(),
  taken_back: z.string(),
  made_at: momentField,
  reserved_at: momentField.nullable(),
  credited_at: momentField.nullable(),
  ended_at: momentField.nullable(),
})
export const OfficeRewards = z.strictObject({ total: z.int(), rows: z.array(OfficeReward) })
export const DecideReward = z.strictObject({
  reward_id: z.uuid(problem('id')),
  decision: z.enum(['accept', 'refuse']),
  reason: reasonField,
})
export const Asked = z.strictObject({ approval_id: z.uuid().nullable() })

export const RatesQuery = z.strictObject({ store: typedText(1, 10) })
const rate = { grams: z.string(), volume: z.string(), level: z.int(), per_month: z.int() }
export const Rates = z.strictObject({
  currency: z.string(),
  now: z.strictObject(rate),
  said: z.array(z.strictObject({ ...rate, reason: z.string(), valid_from: momentField })),
})
export const ChangeRates = z.strictObject({
  store: typedText(1, 10),
  grams: typedText(1, 12).meta({ description: 'of one reward' }),
  volume: typedText(1, 20).meta({
    description: 'what the invited member has to have bought, in the currency of the store',
  }),
  level: wholeCount(1, 3),
  per_month: wholeCount(0, 1000).meta({ description: 'rewards of one member in a month' }),
  reason: reasonField,
})

export const CampaignsQuery = z.strictObject({
  kind: z.enum(linkKinds).optional(),
  store: typedText(1, 10).optional(),
  ...pageQuery,
})
const Campaign = z.strictObject({
  code: z.string(),
  kind: z.enum(linkKinds),
  store: z.string(),
  owner: z.string(),
  visits: z.int(),
  signed_up: z.int(),
  verified: z.int(),
  bought: z.int().meta({ description: 'members who have bought, and something of it stands' }),
  volume: z.string(),
  currency: z.string(),
  grams: z.string().meta({ description: 'fine gold that they bought' }),
  cost: z.string().meta({ description: 'grams of rewards, pending ones included; of a member’s link' }),
  cost_per_gram: z.string().nullable().meta({ description: 'grams of rewards for each gram that was bought' }),
  commission: z.string().meta({
    description:
      'what agents earned of it, less what was taken back, in the currency; of a link of an agent or activity',
  }),
  commission_per_gram: z.string().nullable().meta({ description: 'of each gram that was bought, in the currency' }),
})
export const Campaigns = z.strictObject({ total: z.int(), rows: z.array(Campaign) })
export const CampaignsFileQuery = CampaignsQuery.omit({ page: true, size: true })

export type OfficeRewardView = z.output<typeof OfficeReward>
export type OfficeRewardsInput = z.output<typeof OfficeRewardsQuery>
export type RatesView = z.output<typeof Rates>
export type RatesWish = z.output<typeof ChangeRates>
export type CampaignView = z.output<typeof Campaign>
/** A campaign before what agents earn is known, with whom it brought and the units of gold that they bought. */
export type BroughtView = Omit<CampaignView, 'commission' | 'commission_per_gram'> & { members: string[]; sold: bigint }
export type CampaignsInput = z.output<typeof CampaignsQuery>
