/** Words of what members and visitors write, and of what did not get through. */

import type { MessageState, TestimonialState } from '../../../community/community-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { EventState } from '../../../payments/event-rules.ts'
import type { RequestKind } from '../../../rights/request-rules.ts'
import { languages } from '../../../ui/language.ts'
import type { StoppedView } from '../../outbox-contract.ts'

export const testimonialWords: Record<TestimonialState, () => string> = {
  pending: m.inbox_said_pending,
  published: m.inbox_said_published,
  rejected: m.inbox_said_rejected,
}
export const testimonialTones = { pending: 'warn', published: 'up', rejected: 'plain' } as const

export const messageWords: Record<MessageState, () => string> = {
  new: m.inbox_state_new,
  in_hand: m.inbox_state_in_hand,
  answered: m.inbox_state_answered,
  closed: m.inbox_state_closed,
  spam: m.inbox_state_spam,
}
export const messageTones = { new: 'warn', in_hand: 'nila', answered: 'up', closed: 'plain', spam: 'plain' } as const

export const eventWords: Record<EventState, () => string> = {
  failed: m.events_state_failed,
  waiting: m.events_state_waiting,
  unconfirmed: m.events_state_unconfirmed,
  unowned: m.events_state_unowned,
  done: m.events_state_done,
}
export const eventTones = { failed: 'down', unconfirmed: 'down', waiting: 'warn', unowned: 'nila', done: 'up' } as const

export const mailWords: Record<StoppedView['state'] | 'queued' | 'sending' | 'sent', () => string> = {
  queued: m.outbox_queued,
  sending: m.outbox_queued,
  sent: m.outbox_sent,
  refused: m.outbox_refused,
  unknown: m.outbox_unknown,
  expired: m.outbox_expired,
  dropped: m.outbox_dropped,
}
export const mailTones = {
  queued: 'nila',
  sending: 'nila',
  sent: 'up',
  refused: 'down',
  unknown: 'warn',
  expired: 'warn',
  dropped: 'plain',
} as const

export const languageName = (code: string): string => languages.find((one) => one.code === code)?.name ?? code

/** What a member asks about their data, said to whoever decides it. */
export const dataKindWords: Record<RequestKind, () => string> = {
  access: m.rightsdesk_kind_access,
  correction: m.rightsdesk_kind_correction,
  restriction: m.rights_kind_restriction,
  deletion: m.rightsdesk_kind_deletion,
}
