/** Sweeps pictures that were uploaded and never used. */
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { forgetUnusedImages } from './remove-image.ts'

const EVERY_SECONDS = 600

export function startFilesWorker(karat: Bag<'files'>): Worker {
  return everySeconds(
    EVERY_SECONDS,
    () => forgetUnusedImages(karat.db, karat.settings.files.keepUnusedSeconds),
    (error) => karat.log.error({ err: error }, 'the sweep of unused pictures failed'),
  )
}
