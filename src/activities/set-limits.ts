import { sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import type { SetLimitsInput } from './office-contract.ts'

const LIMITS = 'activities.limit'
type Meant = { open_activities: number; drafts: number; participants: number; waiting: number }

/**
 * Asks for a second person: with their approval a store's holders have these limits from then on; what is open already stays as it is.
 *
 * Refuses unknown_store; invalid_input (reason); permission_missing; approval_waiting.
 */
export const askLimits = (
  karat: Bag<'activities'>,
  staff: Staff,
  { store, reason, open_activities, drafts, participants, waiting }: SetLimitsInput,
  key: Once,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    if (!karat.stores.has(store)) throw new Refusal('unknown_store')
    const params: Meant = { open_activities, drafts, participants, waiting }
    return requestApproval(tx, staff, { action: LIMITS, subject: { kind: 'store', id: store }, store, reason, params })
  })

export const limitsExecutor: Executor = {
  action: LIMITS,
  async execute(_karat, tx, { store, params, reason }, { requester, approver }) {
    const { open_activities, drafts, participants, waiting } = params as Meant
    await tx.run(sql`
      insert into activities.limits (store, open_activities, drafts, participants, waiting, actor, reason)
      values (${store}, ${open_activities}, ${drafts}, ${participants}, ${waiting}, ${`staff:${requester.id}+staff:${approver.id}`}, ${reason})`)
  },
}
