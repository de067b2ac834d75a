/** Sign-ups, and how their times are written. Pure. */
export const participantStates = ['placed', 'waiting', 'cancelled'] as const
export type ParticipantState = (typeof participantStates)[number]

/** Without 0 O 1 I L: it is read aloud and typed at a door. */
const TICKET_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const TICKET_LENGTH = 8

/** A ticket of random numbers. */
export const ticketOf = (random: (below: number) => number): string =>
  Array.from({ length: TICKET_LENGTH }, () => TICKET_LETTERS[random(TICKET_LETTERS.length)]).join('')

/** The spelling that is stored, of what was scanned or typed; null for what is no ticket. */
export function readTicket(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]+/g, '')
  return plain.length === TICKET_LENGTH && [...plain].every((letter) => TICKET_LETTERS.includes(letter)) ? plain : null
}

/** "ABCD-EFGH". */
export const showTicket = (ticket: string): string => `${ticket.slice(0, 4)}-${ticket.slice(4)}`
