/** By what a savings plan is paid, and what stands in the way of that. */
import * as m from '../../../locale/paraglide/messages.js'
import { safePayAddress } from '../../../payments/pages/pay-address.ts'
import { money } from '../../../ui/figures.tsx'
import type { PlanView } from '../plan-contract.ts'
import { becauseWords, paidByWords } from './plan-words.ts'

/** Whether its member has to agree to charges before it goes on. */
export const needsAgreement = ({ paid_by, state, mandate }: PlanView): boolean =>
  paid_by !== 'balance' && state !== 'ended' && mandate?.state !== 'active'

/** Why it is paused; `isConfirming`: its member comes from the page on which they agreed. */
export function becauseOf({ because, mandate }: PlanView, isConfirming: boolean): string | null {
  if (because !== 'mandate') return because && becauseWords[because]()
  if (mandate?.state === 'pending' && isConfirming) return m.vault_plan_mandate_checking()
  if (mandate?.state === 'expired') return m.vault_plan_mandate_expired()
  if (mandate?.state !== 'revoked') return m.vault_plan_mandate_pending()
  return mandate.ended_by === 'member' ? m.vault_plan_mandate_by_member() : m.vault_plan_mandate_by_bank()
}

export function PaidByFigure({ plan, currency }: { plan: PlanView; currency: string }) {
  const { paid_by: by, mandate } = plan
  if (by === 'balance') return null
  const end = mandate?.state === 'active' ? mandate.account_end : null
  const most = money({ amount: mandate?.most ?? '0', currency })
  const address = end ? safePayAddress(mandate?.agree_url ?? null) : null
  return (
    <>
      <dt>{m.vault_plan_pays()}</dt>
      <dd>
        {end ? m.vault_plan_pays_with({ kind: paidByWords[by](), end, most }) : paidByWords[by]()}
        {address && (
          <a className="link mt-1 block" href={address}>
            {m.vault_plan_at_bank()}
          </a>
        )}
      </dd>
    </>
  )
}
