/** States of provider notices. */
import * as m from '../../../locale/paraglide/messages.js'
import type { EventState } from '../../../payments/event-rules.ts'

export const eventWords: Record<EventState, () => string> = {
  failed: m.office_trouble_events_state_failed,
  waiting: m.office_trouble_events_state_waiting,
  unconfirmed: m.office_trouble_events_state_unconfirmed,
  unowned: m.office_trouble_events_state_unowned,
  done: m.office_trouble_events_state_done,
}
export const eventTones = { failed: 'down', unconfirmed: 'down', waiting: 'warn', unowned: 'nila', done: 'up' } as const
