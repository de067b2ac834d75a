/** Two people let a store sell gold again that was found short of it. */
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { amountOf } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { endSaid } from '../staff/notices/give-notice.ts'
import { holdBacking, readBacking } from './judge-backing.ts'
import { breachOf } from './register/bar-rules.ts'

/**
 * Asks for the second person who ends the freeze of a store.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found where nothing is frozen; still_short; approval_waiting.
 */
export const askEndFreeze = (
  karat: Bag<'backing'>,
  staff: Staff,
  { store, reason }: { store: string; reason: string },
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { owed, owned } = await requireBacked(tx, store)
    const params = { owed: amountOf(owed, 'XAU'), owned: amountOf(owned, 'XAU') }
    const subject = { kind: 'vault', id: store }
    return requestApproval(tx, staff, { action: 'vault.unfreeze', subject, store, reason, params })
  })

/** What the second person has approved. Refuses not_found when nothing is frozen any more; still_short when gold is short again. */
export const unfreezeExecutor: Executor = {
  action: 'vault.unfreeze',
  async execute(_karat, tx, { subject: { id: store }, reason }, { requester, approver }) {
    await holdBacking(tx, store)
    await requireBacked(tx, store)
    await tx.run(sql`
      update backing.freezes set ended_at = clock_timestamp(), ended_by = ${`staff:${requester.id}+staff:${approver.id}`}, ended_because = ${reason}
      where store = ${store} and ended_at is null`)
    await endSaid(tx, 'backing_short', store)
  },
}

/** What a frozen store owes and has in gold, now that it has enough. */
async function requireBacked(tx: Tx, store: string): Promise<{ owed: bigint; owned: bigint }> {
  const frozen = await tx.row(sql`select id from backing.freezes where store = ${store} and ended_at is null`)
  if (!frozen) throw new Refusal('not_found')
  const backing = await readBacking(tx, store)
  if (breachOf(backing)) throw new Refusal('still_short')
  return { owed: backing.members + backing.pieces, owned: backing.bars + backing.stock }
}
