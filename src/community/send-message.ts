import { v7 as newId } from 'uuid'
import { type Db, sql, type Tx } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { type Once, once } from '../http/idempotency.ts'
import { readEmail } from '../identity/account-rules.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { ContactUsInput } from './contract.ts'

/** Who writes: a visitor, or a member who happens to be signed in. */
type Writer = { memberId: string | null; store: string; language: string; address: string }

/**
 * Puts a message into the inbox of the store's staff. The same key again is the same message.
 *
 * Refuses invalid_input (email), too_many_requests (one network address, by the hour).
 */
export async function sendMessage(
  karat: Bag<'community'>,
  writer: Writer,
  { name, email, topic, text }: ContactUsInput,
  request: Once,
): Promise<{ number: string }> {
  const address = readEmail(email)
  if (address === null) throw invalidInput({ email: problem('email') })
  return once(karat.db, request, async (tx) => {
    await requireMayWrite(tx, writer.address)
    const row = await tx.row<{ number: bigint }>(sql`
      insert into community.messages (id, store, member_id, name, email, topic, text, language, address)
      values (${newId()}, ${writer.store}, ${writer.memberId}, ${name.trim()}, ${address}, ${topic}, ${text.trim()},
        ${writer.language}, ${writer.address})
      returning number`)
    return { number: `K-${row?.number}` }
  })
}

/** One message at a time from one address, so that the limit holds. */
async function requireMayWrite(tx: Tx, address: string) {
  const { perAddress, addressSeconds } = settings.contact
  await standInLine(tx, `messages from ${address}`)
  const sent = await tx.row<{ count: number; wait: number }>(sql`
    select count(*)::int as count, coalesce(ceil(extract(epoch from min(created_at) - now()) + ${addressSeconds}), 0)::int as wait
    from community.messages where address = ${address} and created_at > now() - make_interval(secs => ${addressSeconds}::int)`)
  if (sent && sent.count >= perAddress) throw new Refusal('too_many_requests', { retry_after: sent.wait })
}

/** Clears the network addresses that the limit no longer looks at, and deletes messages after two years. */
export const forgetOldMessages = (db: Db): Promise<number> => goThrough(old, (kind) => endOld(db, kind))

const { keepAddressSeconds, keepDays } = settings.contact
const old = [
  { from: sql`community.messages`, old: sql`created_at < now() - make_interval(days => ${keepDays}::int)` },
  {
    from: sql`community.messages`,
    old: sql`address <> '' and created_at < now() - make_interval(secs => ${keepAddressSeconds}::int)`,
    end: sql`update community.messages set address = ''`,
  },
]
