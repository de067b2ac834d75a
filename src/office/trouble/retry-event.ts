import type { Karat } from '../../karat.ts'
import { processPaymentEvent } from '../../payments/process-event.ts'
import { type Retry, retryEvent } from '../../payments/retry-event.ts'
import type { Staff } from '../../staff/door.ts'

/**
 * Processes a failed notice again, at once; where that fails it waits for its next try, like a new one. Refuses as `retryEvent`.
 */
export async function retryFailedEvent(karat: Karat, staff: Staff, retry: Retry): Promise<{ outcome: string | null }> {
  await karat.db.transaction((tx) => retryEvent(tx, staff, retry))
  const outcome = await processPaymentEvent(karat, retry).catch((error: Error) => {
    karat.log.warn({ err: error, event: retry.eventId }, 'event failed again')
    return undefined
  })
  return { outcome: outcome ?? null }
}
