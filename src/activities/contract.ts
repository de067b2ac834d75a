/** The calls of members who hold activities. */
import { z } from 'zod'
import { momentField, nameText, ownedId, typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { activityStates, kinds, textLanguages, zoneNames } from './activity-rules.ts'

export const NoQuery = z.strictObject({})
const { longestTitle, longestDescription, longestPlace, longestLink } = settings.activities
const title = nameText(0, longestTitle).optional()
const description = typedText(0, longestDescription).optional()
const local = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, problem('empty'))
  .meta({ description: 'day and time in the zone, such as 2026-12-05T19:30' })
const capacityField = wholeCount(1, 100_000)
export const activityId = ownedId('activity')

/** What people will read; an empty text is left out. */
const saidFields = {
  ...{ title_id: title, description_id: description, title_en: title, description_en: description },
  ...{ title_zh: title, description_zh: description },
  time_zone: z.enum(zoneNames, problem('empty')),
  opens_at: local
    .or(z.literal(''))
    .optional()
    .meta({ description: 'from when the page is shown; absent: once approved' }),
  ...{ starts_at: local, ends_at: local },
  place: nameText(0, longestPlace).optional(),
  link: typedText(0, longestLink).optional().meta({ description: 'https, of an event online' }),
  image_id: ownedId('image').nullable().optional().meta({
    description: 'uploaded for activity; null: none; absent: the one it has',
  }),
}
export const SaveActivity = z.strictObject({
  activity_id: activityId.optional().meta({ description: 'absent: a new one' }),
  kind: z.enum(kinds, problem('empty')),
  language: z.enum(textLanguages).meta({ description: 'whose texts are the ones of all who have no other' }),
  capacity: capacityField.nullable().optional().meta({ description: 'places of an event' }),
  ...saidFields,
})
export const ProposeChange = z.strictObject({ activity_id: activityId, ...saidFields })
export const OneActivity = z.strictObject({ activity_id: activityId })
export const SubmitActivity = z.strictObject({
  activity_id: activityId,
  revision: wholeCount(1, 1_000_000).meta({ description: 'as it was last seen' }),
})
export const CancelActivity = z.strictObject({
  activity_id: activityId,
  reason: nameText(3, 300).meta({ description: 'told to those who signed up' }),
})
export const ChangeCapacity = z.strictObject({ activity_id: activityId, capacity: capacityField })

const words = z.strictObject({ title: z.string(), description: z.string() })
const saidView = {
  kind: z.enum(kinds),
  language: z.string(),
  texts: z.record(z.string(), words).meta({ description: 'by language' }),
  time_zone: z.string(),
  ...{ opens_at: momentField.nullable(), starts_at: momentField, ends_at: momentField },
  ...{ place: z.string(), link: z.string() },
  picture: z.strictObject({ id: z.uuid(), width: z.int(), height: z.int() }).nullable(),
}
const countsView = {
  capacity: z.int().nullable(),
  taken: z.int().meta({ description: 'places that are given' }),
  waiting: z.int(),
  attended: z.int(),
}
export const OwnActivity = z.strictObject({
  activity_id: z.uuid(),
  state: z.enum(activityStates),
  revision: z.int(),
  code: z.string().nullable().meta({ description: 'of its public page' }),
  ...saidView,
  ...countsView,
  most_participants: z.int(),
  change: z
    .strictObject({
      state: z.enum(['waiting', 'rejected']),
      answer: z.string(),
      made_at: momentField,
      ...saidView,
    })
    .nullable()
    .meta({ description: 'what waits for the staff, or what they refused last' }),
  moves: z
    .array(
      z.strictObject({
        state: z.enum(activityStates),
        by: z.enum(['member', 'house', 'system']),
        reason: z.string().meta({ description: 'in the words of who did it; empty where the step says it all' }),
        at: momentField,
      }),
    )
    .meta({ description: 'the newest first' }),
})
const Row = z.strictObject({
  activity_id: z.uuid(),
  kind: z.enum(kinds),
  state: z.enum(activityStates),
  title: z.string(),
  code: z.string().nullable(),
  time_zone: z.string(),
  ...{ starts_at: momentField, ends_at: momentField },
  ...countsView,
  change_waits: z.boolean(),
})
export const OwnActivities = z.strictObject({
  may_hold: z.boolean().meta({ description: 'false: who is asked first is not verified' }),
  open: z.int(),
  most_open: z.int(),
  most_participants: z.int(),
  activities: z.array(Row).meta({ description: 'the newest first' }),
})

export type SaveInput = z.output<typeof SaveActivity>
export type ChangeInput = z.output<typeof ProposeChange>
export type OwnActivityView = z.output<typeof OwnActivity>
export type OwnActivitiesView = z.output<typeof OwnActivities>
export type SaidView = Pick<OwnActivityView, keyof typeof saidView>
