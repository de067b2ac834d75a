/** States of what members and visitors write. */
import type { MessageState, TestimonialState } from '../../../community/community-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'

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
