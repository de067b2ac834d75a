/** Rounds of the catalogue: the gold that the house owns is revalued, once a day. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { revalueMetal } from './revalue-metal.ts'

export const startCatalogueWorker = (karat: Bag<'catalogue'>): Worker =>
  everySeconds(
    600,
    () => revalueMetal(karat),
    (error) => karat.log.error({ err: error }, 'the gold of the house could not be revalued'),
  )
