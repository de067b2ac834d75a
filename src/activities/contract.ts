/** The calls of members who hold activities. */
import { z } from 'zod'
import { momentField, nameText, ownedId, typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { settings } from '../settings.ts'
import { activityStates, kinds, textLanguages, zoneNames } from './activity-rules.ts'
import { participantStates } from './participant-rules.ts'

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
export const saidView = {
  kind: z.enum(kinds),
  language: z.string(),
  texts: z.record(z.string(), words).meta({ description: 'by language' }),
  time_zone: z.string(),
  ...{ opens_at: momentField.nullable(), starts_at: momentField, ends_at: momentField },
  ...{ place: z.string(), link: z.string() },
  picture: z.strictObject({ id: z.uuid(), width: z.int(), height: z.int() }).nullable(),
}
export const countsView = {
  capacity: z.int().nullable(),
  taken: z.int().meta({ description: 'places that are given' }),
  waiting: z.int(),
  attended: z.int(),
}
/** Numbers alone: nothing of who came by its link. */
export const figuresView = {
  visits: z.int().meta({ description: 'of its page, once a browser tab' }),
  accounts: z.int().meta({ description: 'opened by its link' }),
}
export const ordersView = z.int().meta({ description: 'purchases of those members with the store that stand' })
export const OwnActivity = z.strictObject({
  activity_id: z.uuid(),
  state: z.enum(activityStates),
  revision: z.int(),
  code: z.string().nullable().meta({ description: 'of its public page' }),
  ...saidView,
  ...countsView,
  ...figuresView,
  orders: ordersView,
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
  ...figuresView,
  change_waits: z.boolean(),
})
export const OwnActivities = z.strictObject({
  may_hold: z.boolean().meta({ description: 'false: they are no agent of the store' }),
  open: z.int(),
  most_open: z.int(),
  most_participants: z.int(),
  activities: z.array(Row).meta({ description: 'the newest first' }),
  joined: z
    .array(
      z.strictObject({
        title: z.string(),
        state: z.enum(participantStates),
        activity_state: z.enum(activityStates),
        time_zone: z.string(),
        ...{ starts_at: momentField, ends_at: momentField },
        token: z.string().meta({ description: 'of the link to the ticket' }),
      }),
    )
    .meta({ description: 'events that the member signed up for, the newest first' }),
})

const linkCode = z.string().regex(/^[2-9A-HJKMNP-Z]{8}$/, problem('link_code'))
export const Join = z.strictObject({ activity_code: linkCode })
export const SendJoinCode = z.strictObject({
  activity_code: linkCode,
  name: nameText(1, 80).regex(/\S/, problem('empty')),
  email: typedText(3, 254),
})
export const JoinCodeSent = z.strictObject({ sign_up_id: z.uuid(), expires_at: momentField })
export const JoinAsVisitor = z.strictObject({
  sign_up_id: z.uuid(problem('sign_up_id')),
  code: z.string().regex(/^\d{6}$/, problem('six_digits')),
})
const token = z
  .string()
  .regex(/^[\w-]{43}$/, problem('form'))
  .meta({ description: 'behind the # of the link of a ticket' })
export const Joined = z.strictObject({ state: z.enum(participantStates), token })
export const TicketOf = z.strictObject({ token })
export const Left = z.strictObject({ state: z.literal('cancelled') })
export const CalendarOf = z.strictObject({ code: linkCode })
export const CalendarFile = z.string().meta({ description: 'the file itself, no envelope' })
export const Attend = z.strictObject({
  activity_id: activityId,
  ticket: typedText(1, 40).meta({ description: 'as it was scanned or typed' }),
})
export const Attended = z.strictObject({
  name: z.string().meta({ description: 'masked' }),
  again: z.boolean().meta({ description: 'was counted before' }),
  at: momentField,
  ...{ attended: z.int(), taken: z.int() },
})

const shown = {
  ...{ code: z.string(), title: z.string(), time_zone: z.string() },
  ...{ starts_at: momentField, ends_at: momentField, place: z.string() },
}
/** What everybody may know. */
const PublicActivity = z.strictObject({
  ...shown,
  ...{ kind: z.enum(kinds), description: z.string() },
  state: z.enum(['live', 'ended', 'cancelled']),
  ...{ capacity: z.int().nullable(), free: z.int().nullable(), waiting: z.int() },
  list_full: z.boolean().meta({ description: 'nobody more may wait' }),
  picture: z.strictObject({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
})
export const Ticket = z.strictObject({
  ...shown,
  state: z.enum(participantStates),
  activity_state: z.enum(activityStates),
  link: z.string().meta({ description: 'of an event online, with a place' }),
  ticket: z.string().nullable().meta({ description: 'null without a place' }),
  qr: z
    .strictObject({ size: z.int(), path: z.string() })
    .nullable()
    .meta({ description: 'outline of the QR code that its holder scans' }),
  attended_at: momentField.nullable(),
})

export type SaveInput = z.output<typeof SaveActivity>
export type ChangeInput = z.output<typeof ProposeChange>
export type OwnActivityView = z.output<typeof OwnActivity>
export type OwnActivitiesView = z.output<typeof OwnActivities>
export type SaidView = Pick<OwnActivityView, keyof typeof saidView>
export type PublicActivityView = z.output<typeof PublicActivity>
export type TicketView = z.output<typeof Ticket>
export type AttendedView = z.output<typeof Attended>
export type JoinedView = z.output<typeof Joined>
export type JoinCodeSentView = z.output<typeof JoinCodeSent>
