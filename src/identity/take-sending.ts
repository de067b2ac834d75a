import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

/**
 * Who may use up what a destination gets: `anybody` for what a visitor asks for, `proven` for what follows a password or
 * stands in a session. Apart, so that strangers who ask for codes cannot keep a member from theirs.
 */
export type Budget = 'anybody' | 'proven'

/**
 * Counts a message with a code or link to `destination`, at most one a minute and five a day, however many ask at once.
 *
 * Refuses code_too_soon with `retry_after`.
 */
export async function takeSending(tx: Tx, destination: string, budget: Budget): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`sending ${budget} ${destination}`}, 0))`)
  const { againSeconds, perDay } = settings.code
  const sent = await tx.row<{ today: number; wait: number | null; waitForDay: number | null }>(sql`
    select count(*)::int as today, ceil(${againSeconds}::int - extract(epoch from clock_timestamp() - max(sent_at)))::int as wait,
      ceil(86400 - extract(epoch from clock_timestamp() - min(sent_at)))::int as "waitForDay"
    from identity.sendings
    where destination = ${destination} and budget = ${budget} and sent_at > clock_timestamp() - interval '1 day'`)
  if (sent?.wait && sent.wait > 0) throw new Refusal('code_too_soon', { retry_after: sent.wait })
  if (sent && sent.today >= perDay) throw new Refusal('code_too_soon', { retry_after: sent.waitForDay ?? 1 })
  await tx.run(sql`insert into identity.sendings (destination, budget) values (${destination}, ${budget})`)
}
