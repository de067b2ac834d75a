import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'

export type Retry = { provider: string; eventId: string; reason: string }

/**
 * A notice that used up its tries has all of them again, and is due. Of two who ask at once one does.
 *
 * Refuses permission_missing; invalid_input (reason); not_found; handled_meanwhile when it is not a failed one any more.
 */
export async function retryEvent(tx: Tx, staff: Staff, { provider, eventId, reason }: Retry): Promise<void> {
  const renewed = await tx.row<{ error: string | null }>(sql`
    update payments.events set tries = 0, next_try_at = now() where provider = ${provider} and event_id = ${eventId}
      and processed_at is null and tries >= ${settings.webhook.maxTries} returning last_error as error`)
  if (!renewed) throw await whyNot(tx, provider, eventId)
  await recordAction(tx, staff, {
    action: 'events.retry',
    subject: { kind: 'event', id: eventId },
    reason,
    details: { did: 'retry', provider, error: renewed.error },
  })
}

async function whyNot(tx: Tx, provider: string, eventId: string): Promise<Refusal> {
  const now = await tx.row<{ outcome: string | null }>(
    sql`select outcome from payments.events where provider = ${provider} and event_id = ${eventId}`,
  )
  return now
    ? new Refusal('handled_meanwhile', { by: provider, state: now.outcome ?? 'waiting' })
    : new Refusal('not_found')
}
