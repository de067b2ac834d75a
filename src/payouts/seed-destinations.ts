/** Accounts that members of the demonstration named long before it began. */
import { v7 as newId } from 'uuid'
import { keyedHash } from '../credentials/keyed-hash.ts'
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { aboutAccount } from './bind-destination.ts'

type Known = { memberId: string; store: string; provider: string; number: string; holder: string }

/** The id of a bank account that money may go to at once. Only the demonstration has one that waited for nothing. */
export async function addKnownAccount(
  { db, sealing, config }: Pick<Karat, 'db' | 'sealing' | 'config'>,
  { memberId, store, provider, number, holder }: Known,
): Promise<string> {
  const id = newId()
  const sealed = sealing.seal(Buffer.from(number), aboutAccount(memberId, id))
  await db.run(sql`
    insert into payouts.destinations (id, member_id, store, kind, provider, holder, number_sealed, number_end, number_hash, is_default,
      usable_from, created_at)
    values (${id}, ${memberId}, ${store}, 'bank', ${provider}, ${holder}, ${sealed}, ${number.slice(-4)},
      ${keyedHash(config, 'payout account', `${provider} ${number}`)}, true, now() - interval '89 days', now() - interval '90 days')`)
  return id
}
