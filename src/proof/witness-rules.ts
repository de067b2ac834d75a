/** When a witness puts its signature under a day's note. Pure. Source: docs/proof.md. */

import { utf8 } from './hash-rules.ts'
import { type Commitment, hashOf, type Note, readNote, writeCommitment } from './note-rules.ts'

/** What a witness keeps of the last note that it cosigned. */
type Cosigned = { date: string; number: bigint; hash: string }
const witnessRefusals = [
  'not_a_note',
  'other_store',
  'not_the_next_day',
  'previous_differs',
  'commitment_differs',
  'breach_unsaid',
] as const
type WitnessRefusal = (typeof witnessRefusals)[number]

/**
 * Why a note is not cosigned; null where it is. `committed`: what the shop answered in time on that date, which the note must carry in full;
 * null where it did not: a day whose moment the witness has not chosen it does not sign. The same note again is cosigned again; another
 * one for the same day never is. A witness that has cosigned nothing yet begins wherever the shop stands.
 */
export function refusalOf(
  text: string,
  { store, last, committed }: { store: string; last: Cosigned | null; committed: Commitment | null },
): WitnessRefusal | null {
  let note: Note
  try {
    note = readNote(text)
  } catch {
    return 'not_a_note'
  }
  if (note.store !== store) return 'other_store'
  if (last?.hash === hashOf(utf8(text))) return null
  if (last && (note.number !== last.number + 1n || note.date <= last.date)) return 'not_the_next_day'
  if (last && note.previous !== last.hash) return 'previous_differs'
  if (!committed || !carries(note, committed)) return 'commitment_differs'
  return note.liabilities > note.assets && !note.breach ? 'breach_unsaid' : null
}

const carries = ({ commitment, instant, heads, bars }: Note, committed: Commitment): boolean =>
  commitment === hashOf(utf8(writeCommitment(committed))) &&
  instant === committed.instant &&
  heads === committed.heads &&
  bars === committed.bars
