/** Wire shapes of activities in the back office. */
import { z } from 'zod'
import { momentField, typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { activityStates, kinds, type OfficeTab, officeTabs } from './activity-rules.ts'
import { countsView, figuresView, ordersView, saidView } from './contract.ts'

const id = z.uuid(problem('id'))
const store = typedText(1, 10)

const filter = {
  tab: z
    .enum(Object.keys(officeTabs) as [OfficeTab])
    .optional()
    .meta({ description: 'absent: all, what is to be decided first' }),
  store: store.optional(),
  q: typedText(1, 60).optional().meta({ description: 'a code, or a part of a title' }),
}
export const OfficeActivitiesQuery = z.strictObject({ ...filter, ...pageQuery })
export const OfficeActivitiesExport = z.strictObject(filter)
const Row = z.strictObject({
  activity_id: z.uuid(),
  store: z.string(),
  kind: z.enum(kinds),
  state: z.enum(activityStates),
  title: z.string(),
  member: z.string(),
  code: z.string().nullable(),
  ...{ starts_at: momentField, ends_at: momentField, time_zone: z.string(), since: momentField },
  ...countsView,
  ...figuresView,
  change_waits: z.boolean(),
})
export const OfficeActivities = z.strictObject({ total: z.int(), rows: z.array(Row) })

export const OfficeActivityOf = z.strictObject({ activity_id: id })
export const OfficeActivity = z.strictObject({
  activity_id: z.uuid(),
  store: z.string(),
  state: z.enum(activityStates),
  revision: z.int(),
  code: z.string().nullable(),
  member_id: z.uuid(),
  member: z.string(),
  ...saidView,
  ...countsView,
  ...figuresView,
  orders: ordersView,
  verified: z.int().meta({ description: 'of the accounts' }),
  bought: z.int().meta({ description: 'members who have bought, and something of it stands' }),
  ...{ volume: z.string(), currency: z.string() },
  grams: z.string().meta({ description: 'fine gold that they bought' }),
  cost: z.string().meta({ description: 'commissions on what they bought, in money' }),
  cost_per_gram: z.string().nullable().meta({ description: 'of that for each gram that they bought' }),
  change: z
    .strictObject({ change_id: z.uuid(), made_at: momentField, ...saidView })
    .nullable()
    .meta({ description: 'what its holder wants it to say instead' }),
  moves: z.array(
    z.strictObject({
      state: z.enum(activityStates),
      by: z.string().meta({ description: 'the name of who of the house; "member" or "system"' }),
      reason: z.string(),
      at: momentField,
    }),
  ),
})
export const OfficePicture = z.strictObject({ activity_id: id, picture_id: id })
export const ApproveActivity = z.strictObject({
  activity_id: id,
  revision: wholeCount(1, 1_000_000).meta({ description: 'the one that was looked at' }),
})
export const DecideActivity = z.strictObject({ activity_id: id, reason: reasonField })
export const ApproveChange = z.strictObject({ change_id: id })
export const RejectChange = z.strictObject({ change_id: id, reason: reasonField })

export const LimitsOf = z.strictObject({ store })
const limits = {
  open_activities: z.int().meta({ description: 'of one holder at a time' }),
  drafts: z.int().meta({ description: 'of one holder, what was rejected included' }),
  participants: z.int().meta({ description: 'places of one event' }),
  waiting: z.int().meta({ description: 'on the waiting list of one event' }),
}
export const Limits = z.strictObject({
  ...limits,
  set: z
    .array(
      z.strictObject({
        valid_from: momentField,
        ...limits,
        by: z.string().meta({ description: 'who asked and who approved' }),
        reason: z.string(),
      }),
    )
    .meta({ description: 'every time they were set, the newest first' }),
})
export const SetLimits = z.strictObject({
  store,
  open_activities: wholeCount(0, 1000),
  drafts: wholeCount(1, 1000),
  participants: wholeCount(1, 100_000),
  waiting: wholeCount(0, 100_000),
  reason: reasonField,
})

export type OfficeActivitiesInput = z.output<typeof OfficeActivitiesQuery>
export type OfficeActivityRow = z.output<typeof Row>
export type OfficeActivityView = z.output<typeof OfficeActivity>
export type SetLimitsInput = z.output<typeof SetLimits>
export type LimitsView = z.output<typeof Limits>
