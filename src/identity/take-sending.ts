import { type Sql, sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

type SendingPurpose =
  | 'sign_up'
  | 'sign_in'
  | 'reset_password'
  | 'unlock'
  | 'second_step'
  | 'reset_pin'
  | 'change_mobile'
  | 'change_email'
  | 'set_email'
  | 'activity'

/**
 * Who asks: a visitor, from a network address; the owner of the account, from a browser that was theirs; or somebody who has just shown
 * a password or stands in a session.
 */
export type Asker = { is: 'anybody'; address: string } | { is: 'owner'; browser: string } | { is: 'proven' }

const nameOf = (asker: Asker) => (asker.is === 'anybody' ? asker.address : asker.is === 'owner' ? asker.browser : '')

/**
 * Counts a message with a code or link to `destination`, at most one a minute and five a day for each purpose, however many ask at
 * once. Visitors, the owner in each of their browsers, and who has proven something are counted apart, and one network address gets no
 * more than its share of what visitors get: strangers cannot keep a member from what is theirs, nor a newcomer from signing up.
 *
 * For an event of a member one network address asks for so many a day, to whatever addresses: each of them could take a place.
 *
 * Refuses code_too_soon with `retry_after`.
 */
export async function takeSending(tx: Tx, destination: string, purpose: SendingPurpose, asker: Asker): Promise<void> {
  const name = nameOf(asker)
  await standInLine(tx, `sending ${purpose} ${destination}`)
  const { perDay, perAsker } = settings.code
  const whose = asker.is === 'owner' ? sql`and asker = ${name}` : sql``
  await requireRoom(
    tx,
    sql`destination = ${destination} and purpose = ${purpose} and budget = ${asker.is} ${whose}`,
    perDay,
  )
  if (asker.is === 'anybody')
    await requireRoom(
      tx,
      sql`destination = ${destination} and purpose = ${purpose} and budget = 'anybody' and asker = ${name}`,
      perAsker,
    )
  if (purpose === 'activity' && asker.is === 'anybody') await requireRoomOfAddress(tx, name)
  await tx.run(sql`insert into identity.sendings (destination, budget, purpose, asker)
    values (${destination}, ${asker.is}, ${purpose}, ${name})`)
}

async function requireRoomOfAddress(tx: Tx, address: string) {
  await standInLine(tx, `sending activity from ${address}`)
  const sent = await tx.row<{ today: number; wait: number | null }>(sql`
    select count(*)::int as today, ceil(86400 - extract(epoch from clock_timestamp() - min(sent_at)))::int as wait
    from identity.sendings where sent_at > clock_timestamp() - interval '1 day' and purpose = 'activity' and budget = 'anybody' and asker = ${address}`)
  if (sent && sent.today >= settings.activities.mostCodesOfAddress)
    throw new Refusal('code_too_soon', { retry_after: sent.wait ?? 1 })
}

async function requireRoom(tx: Tx, counted: Sql, most: number) {
  const { againSeconds } = settings.code
  const sent = await tx.row<{ today: number; wait: number | null; waitForDay: number | null }>(sql`
    select count(*)::int as today, ceil(${againSeconds}::int - extract(epoch from clock_timestamp() - max(sent_at)))::int as wait,
      ceil(86400 - extract(epoch from clock_timestamp() - min(sent_at)))::int as "waitForDay"
    from identity.sendings where sent_at > clock_timestamp() - interval '1 day' and ${counted}`)
  if (sent?.wait && sent.wait > 0) throw new Refusal('code_too_soon', { retry_after: sent.wait })
  if (sent && sent.today >= most) throw new Refusal('code_too_soon', { retry_after: sent.waitForDay ?? 1 })
}
