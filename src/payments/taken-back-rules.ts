/** How money that was taken back stands. Pure. */

/** `open`, `won`, `lost`: disputes. `foreign`: captured in another currency than is booked. `short`: a correction whose money is still missing. `booked`: one that needs nobody. */
export const takenBackStates = ['open', 'foreign', 'short', 'lost', 'won', 'booked'] as const
export type TakenBackState = (typeof takenBackStates)[number]

/** What becomes of captured money afterwards. `surplus_back`: returned because more had been captured than was needed. `difference`: paid on top of a cancellation. */
export const moneyEventKinds = [
  ...(['money_back', 'surplus_back', 'difference'] as const),
  ...(['disputed', 'dispute_won', 'dispute_lost'] as const),
  ...(['captured_more', 'captured_less'] as const),
] as const
export type MoneyEventKind = (typeof moneyEventKinds)[number]

/** What staff noted of what is owed to the house: for the office's eyes. */
export const noteEventKinds = ['owed_paid', 'owed_written_off', 'note_taken_back'] as const
export type NoteEventKind = (typeof noteEventKinds)[number]

/** How what is owed to the house ends. */
export const noteKinds = ['paid', 'written_off'] as const
export type NoteKind = (typeof noteKinds)[number]
