/** What kinds and states of activities are called, and how loud they are; where their pages are. */
import * as m from '../../locale/paraglide/messages.js'
import { momentOf } from '../../ui/clock.ts'
import { formatSpan } from '../../ui/format-span.ts'
import { language } from '../../ui/language.ts'
import type { ActivityState, Kind } from '../activity-rules.ts'
import type { ParticipantState } from '../participant-rules.ts'

export const stateWords: Record<ActivityState, () => string> = {
  draft: m.activities_state_draft,
  submitted: m.activities_state_submitted,
  approved: m.activities_state_approved,
  live: m.activities_state_live,
  suspended: m.activities_state_suspended,
  ended: m.activities_state_ended,
  cancelled: m.activities_state_cancelled,
  rejected: m.activities_state_rejected,
}
export const stateTones = {
  ...({ draft: 'plain', submitted: 'nila', approved: 'nila', live: 'up' } as const),
  ...({ suspended: 'down', ended: 'plain', cancelled: 'plain', rejected: 'warn' } as const),
} as const satisfies Record<ActivityState, string>

export const kindWords: Record<Kind, () => string> = {
  campaign: m.activities_kind_campaign,
  event_online: m.activities_kind_event_online,
  event_in_place: m.activities_kind_event_in_place,
}
export const signUpWords: Record<ParticipantState, () => string> = {
  placed: m.activities_placed,
  waiting: m.activities_waiting,
  cancelled: m.activities_given_back,
}

/** As a person of Jakarta knows them. */
export const zoneWords = {
  'Asia/Jakarta': 'WIB · Jakarta',
  'Asia/Makassar': 'WITA · Makassar',
  'Asia/Jayapura': 'WIT · Jayapura',
  'Asia/Kuala_Lumpur': 'MYT · Kuala Lumpur',
}

export const activityPlaces = {
  list: '/user/activity/list',
  add: '/user/activity/add',
  edit: (id: string) => `/user/activity/edit?activity_id=${id}`,
  attend: (id: string) => `/user/activity/attend?activity_id=${id}`,
  page: (code: string) => `/activity?code=${code}`,
}

type Span = { starts_at: string; ends_at: string; time_zone: string }
export const whenWords = ({ starts_at, ends_at, time_zone }: Span): string =>
  formatSpan(momentOf(starts_at), momentOf(ends_at), time_zone, language())
