/** Rounds of the bank: what is matched is booked, also when whoever matched it broke down before. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { bookMatched } from './book-line.ts'

export function startBankWorker(karat: Bag<'bank'>): Worker {
  return everySeconds(
    5,
    () => bookMatched(karat),
    (error) => karat.log.warn({ err: error }, 'round of the bank failed'),
  )
}
