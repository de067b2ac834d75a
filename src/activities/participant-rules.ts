/** Sign-ups. Pure. */
import { readLinkCode } from '../referral/link-code-rules.ts'

export const participantStates = ['placed', 'waiting', 'cancelled'] as const
export type ParticipantState = (typeof participantStates)[number]

/** The spelling of a ticket that is stored, of what was scanned or typed; null for what is none. */
export const readTicket = (typed: string): string | null => readLinkCode(typed.replace(/[\s-]+/g, ''))

/** "ABCD-EFGH". */
export const showTicket = (ticket: string): string => `${ticket.slice(0, 4)}-${ticket.slice(4)}`
