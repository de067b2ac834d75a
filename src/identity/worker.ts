/** Sweeps what nobody needs any more. */
import { goThrough } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { forgetOldRows } from './forget-old-rows.ts'

const EVERY_SECONDS = 300

export function startIdentityWorker(karat: Bag<'identity'>): Worker {
  return everySeconds(
    EVERY_SECONDS,
    () => goThrough([forgetOldRows, forgetOldKeys], (forget) => forget(karat.db)),
    (error) => karat.log.error({ err: error }, 'the sweep of identity failed'),
  )
}
