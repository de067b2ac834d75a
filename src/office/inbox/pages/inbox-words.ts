/** States of what members and visitors write. */
import type { MessageState, TestimonialState } from '../../../community/community-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'

export const testimonialWords: Record<TestimonialState, () => string> = {
  pending: m.office_inbox_said_pending,
  published: m.office_inbox_said_published,
  rejected: m.office_inbox_said_rejected,
}
export const testimonialTones = { pending: 'warn', published: 'up', rejected: 'plain' } as const
export const messageWords: Record<MessageState, () => string> = {
  new: m.office_inbox_state_new,
  in_hand: m.office_inbox_state_in_hand,
  answered: m.office_inbox_state_answered,
  closed: m.office_inbox_state_closed,
  spam: m.office_inbox_state_spam,
}
export const messageTones = { new: 'warn', in_hand: 'nila', answered: 'up', closed: 'plain', spam: 'plain' } as const
