/** The witness of the demonstration stands beside the shop and asks it once a day. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { askForMoments } from './ask-moment.ts'

const ROUND_SECONDS = 5

export const startWitnessWorker = (witness: Bag<'witness'>): Worker =>
  everySeconds(
    ROUND_SECONDS,
    () => askForMoments(witness),
    (error) => witness.log.error({ err: error }, 'a round of the witness failed'),
  )
