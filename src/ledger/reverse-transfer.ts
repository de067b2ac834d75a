/** Taking a transfer back: corrections add, they never change. */
import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { Account } from './ledger-rules.ts'
import { mirrored } from './ledger-rules.ts'
import { type Posted, postTransfer } from './post-transfer.ts'

/**
 * Posts the opposite of transfer `id` inside `tx`, as kind `reversal` with the original's id as its reference.
 *
 * Refuses `not_found` when there is no such transfer, `transfer_reversed` when it was reversed before, `balance_too_low`
 * when an account no longer has what it would give back.
 */
export async function reverseTransfer(
  tx: Tx,
  { id, actor, reason }: { id: string; actor: string; reason: string },
): Promise<Posted> {
  const legs = await tx.rows<Account & { amount: bigint }>(sql`
    select a.owner, a.kind, a.asset, leg.amount
    from ledger.transfers t, unnest(t.accounts, t.amounts) with ordinality as leg(account_id, amount, position)
    join ledger.accounts a on a.id = leg.account_id
    where t.id = ${id} order by leg.position`)
  if (legs.length === 0) throw new Refusal('not_found')
  const opposite = mirrored(legs.map(({ amount, ...account }) => ({ account, amount })))
  const reversal = await postTransfer(tx, {
    kind: 'reversal',
    reference: id,
    legs: opposite,
    actor,
    reason,
    reverses: id,
  })
  if (!reversal.posted) throw new Refusal('transfer_reversed')
  return reversal
}
