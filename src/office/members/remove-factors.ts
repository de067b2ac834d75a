import { type Once, once } from '../../http/idempotency.ts'
import { getMember } from '../../identity/members-for-staff.ts'
import { type Factors, getFactors, removeFactors } from '../../identity/remove-factors.ts'
import type { Karat } from '../../karat.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import type { OnMember } from './change-member.ts'

type Params = { app: boolean; passkeys: number; last_used: string }

/**
 * Asks for a second person to remove the authenticator app, recovery codes and passkeys of a member who has lost them.
 *
 * Refuses not_found, also without a second factor; approval_waiting; permission_missing; invalid_input without a reason.
 */
export const askRemoveFactors = (
  karat: Karat,
  staff: Staff,
  { memberId, reason }: OnMember,
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { store } = await getMember(tx, memberId)
    const { lastUsed, ...factors }: Factors = await getFactors(tx, memberId)
    const params: Params = { ...factors, last_used: lastUsed }
    const subject = { kind: 'member', id: memberId }
    return requestApproval(tx, staff, { action: 'members.remove_factors', subject, store, reason, params })
  })

/** What the second person has approved. Refuses not_found; factors_used when the member has added or used a factor since. */
export const removeFactorsExecutor: Executor = {
  action: 'members.remove_factors',
  async execute({ config }, tx, { subject, params }) {
    const { last_used: lastUsed, ...factors } = params as Params
    await removeFactors(tx, config, { memberId: subject.id, seen: { ...factors, lastUsed } })
  },
}
