/** What was withdrawn, the newest first, and how each stands. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { accountName } from '../../payouts/account-name-rules.ts'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { WithdrawalView } from '../payouts/payout-contract.ts'

type State = WithdrawalView['state']
const states: Record<State, { name: () => string; tone: 'plain' | 'up' | 'down' | 'warn' | 'nila' }> = {
  pending: { name: m.vault_withdraw_state_pending, tone: 'nila' },
  paying: { name: m.vault_withdraw_state_paying, tone: 'nila' },
  paid: { name: m.vault_withdraw_state_paid, tone: 'up' },
  failed: { name: m.vault_withdraw_state_failed, tone: 'down' },
  returned: { name: m.vault_withdraw_state_returned, tone: 'warn' },
  cancelled: { name: m.vault_withdraw_state_cancelled, tone: 'plain' },
}
const reasons: Record<NonNullable<WithdrawalView['failure']>, () => string> = {
  account_unknown: m.vault_withdraw_reason_account_unknown,
  account_closed: m.vault_withdraw_reason_account_closed,
  name_differs: m.vault_withdraw_reason_name_differs,
  refused: m.vault_withdraw_reason_refused,
  expired: m.vault_withdraw_reason_expired,
  given_back: m.vault_withdraw_reason_given_back,
}

type Props = { withdrawals: WithdrawalView[]; onChanged: () => Promise<void> }

export function WithdrawalList({ withdrawals, onChanged }: Props) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  async function undo({ payout_id, number }: WithdrawalView) {
    setBusy(true)
    try {
      await dataOf(send('/trade/withdraw_cancel', { payout_id }))
      toastDone(m.vault_withdraw_undone({ number }))
    } catch (failure) {
      // Said in a toast: it is being paid by now.
      if (!(failure instanceof ApiError)) throw failure
    }
    await onChanged().catch(() => {})
    setBusy(false)
  }
  return (
    <section className="mt-12" aria-labelledby="withdrawals">
      <h2 className="h3 mb-3" id="withdrawals">
        {m.vault_withdraw_list()}
      </h2>
      {withdrawals.length === 0 ? (
        <p className="border-y border-line py-5 text-ink-2">{m.vault_withdraw_list_none()}</p>
      ) : (
        <ul className="border-t border-line">
          {withdrawals.map((one) => (
            <Row key={one.payout_id} one={one} busy={busy} onUndo={() => void undo(one)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ one, busy, onUndo }: { one: WithdrawalView; busy: boolean; onUndo: () => void }) {
  const { state, account, failure } = one
  const { name, tone } = states[state]
  const amount = money({ amount: one.amount, currency: one.currency })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-b border-line py-4">
      <p className="font-semibold">{amount}</p>
      <Tag tone={tone}>{one.trying_again ? m.vault_withdraw_state_again() : name()}</Tag>
      <p className="small col-span-2 text-ink-2">
        {account ? accountName(account) : null} · {one.number} ·{' '}
        <Moment at={one.ended_at ?? one.paid_at ?? one.requested_at} />
      </p>
      {failure && <p className="small col-span-2">{reasons[failure]()}</p>}
      {state === 'pending' && (
        <Button
          kind="quiet"
          size="s"
          busy={busy}
          className="-ml-3 justify-self-start"
          aria-label={`${m.vault_withdraw_undo()}: ${amount}`}
          onClick={onUndo}
        >
          {m.vault_withdraw_undo()}
        </Button>
      )}
    </li>
  )
}
