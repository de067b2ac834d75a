/** What is asked of an account before money goes to it, and where that is. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { aboutAccount, requireOwnName } from './bind-destination.ts'
import type { DestinationView } from './contract.ts'
import { getDestination } from './destination-queries.ts'
import type { PayoutKind } from './payout-rules.ts'

/**
 * An account of the member that money may go to; it is not removed before the transaction ends.
 *
 * Refuses, in this order: not_found, also for somebody else's and for a removed one; verification_required (6000) without a verified name
 * and payout_name_differs where it is another than the account's; payout_cooling with `release_at` and the full `hours` until then.
 */
export async function requireDestination(
  tx: Tx,
  owner: { memberId: string; store: string },
  id: string,
): Promise<DestinationView> {
  const row = await tx.row<{ until: Date; hours: number; waits: boolean }>(sql`
    select usable_from as until, usable_from > clock_timestamp() as waits,
      ceil(extract(epoch from usable_from - clock_timestamp()) / 3600)::int as hours
    from payouts.destinations where id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}
      and removed_at is null for share`)
  if (!row) throw new Refusal('not_found')
  const destination = await getDestination(tx, owner, id)
  await requireOwnName(tx, owner.memberId, destination.holder)
  if (row.waits) throw new Refusal('payout_cooling', { release_at: row.until.toISOString(), hours: row.hours })
  return destination
}

type Account = { kind: PayoutKind; provider: string; number: string; holder: string }

/** An account as its bank knows it, also one that was removed; undefined once its number is destroyed. */
export async function readAccount(
  { sealing }: Pick<Karat, 'sealing'>,
  db: Queryable,
  id: string,
): Promise<Account | undefined> {
  const row = await db.row<Omit<Account, 'number'> & { owner: string; sealed: Buffer | null }>(sql`
    select kind, provider, holder, member_id as owner, number_sealed as sealed from payouts.destinations where id = ${id}`)
  if (!row?.sealed) return undefined
  const { owner, sealed, ...account } = row
  return { ...account, number: sealing.open(sealed, aboutAccount(owner, id)).toString() }
}
