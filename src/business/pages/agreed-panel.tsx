/** What was agreed on and is paid later: what waits, until when, and how it ended. */
import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { askPin } from '../../ui/ask-pin.ts'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { DepositLink } from '../../vault/pages/to-buy.tsx'
import type { AgreedView, BusinessRequestView } from '../contract.ts'
import { ContractLink } from './contract-link.tsx'

type Props = {
  request: BusinessRequestView
  agreed: AgreedView
  onChanged: (request: BusinessRequestView) => void
  reload: () => Promise<void>
}

export function AgreedPanel({ request, agreed, ...then }: Props) {
  const { request_id, currency } = request
  const inMoney = (amount: string) => money({ amount, currency })
  const { closed, ended } = agreed
  return (
    <section className="panel grid max-w-[560px] gap-4 p-5" aria-labelledby="agreed">
      <h2 className="h3" id="agreed">
        {titleOf(agreed)()}
      </h2>
      <dl className="kv small">
        {!ended && (
          <>
            <dt>{m.business_you_pay()}</dt>
            <dd>{inMoney(agreed.total)}</dd>
          </>
        )}
        <dt>{m.business_deposit()}</dt>
        <dd>{inMoney(agreed.deposit)}</dd>
        {!ended && (
          <>
            <dt>{m.business_rest()}</dt>
            <dd className="font-semibold">{inMoney(agreed.rest)}</dd>
            <dt>{m.business_pay_by()}</dt>
            <dd className="font-semibold">
              <Moment at={agreed.pay_by} />
            </dd>
          </>
        )}
        {closed && (
          <>
            <dt>{m.business_close_price()}</dt>
            <dd>{inMoney(closed.price)}</dd>
            <dt>{m.business_difference()}</dt>
            <dd>{inMoney(closed.difference)}</dd>
            <dt>{m.business_kept()}</dt>
            <dd>{inMoney(closed.kept)}</dd>
            <dt>{m.business_claim()}</dt>
            <dd>{inMoney(closed.claim)}</dd>
          </>
        )}
      </dl>
      {ended === 'given_back' && <p className="small">{m.business_given_back_text()}</p>}
      {!ended && agreed.is_late && <p className="small text-warn">{m.business_late()}</p>}
      {!ended && !agreed.is_late && <Pay request={request} rest={inMoney(agreed.rest)} {...then} />}
      <div>
        <ContractLink of={request_id} />
      </div>
    </section>
  )
}

const titleOf = ({ ended }: AgreedView) => {
  if (ended === 'closed_out') return m.business_closed_title
  return ended === 'given_back' ? m.business_given_back_title : m.business_agreed_title
}

/** The shop's word that it is not to be paid any more, whatever is shown here. */
const over = new Set(['business_pay_late', 'business_state', 'hold_resolved'])

type PayProps = Pick<Props, 'request' | 'onChanged' | 'reload'> & { rest: string }

function Pay({ request: { request_id }, rest, onChanged, reload }: PayProps) {
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  async function pay() {
    setBusy(true)
    setRefused(null)
    try {
      const answer = await askPin({
        ...{ title: m.vault_pin_title(), lines: [[m.business_rest(), rest]] as const, action: m.business_pay() },
        ...{ text: m.business_sentence_pay({ rest }), toldBehind: true },
        submit: (pin) => send<BusinessRequestView>('/trade/business_pay', { request_id, pin }, { beside: true }),
      })
      if (answer?.status === 'success') {
        onChanged(answer.data)
        toastDone(m.business_done())
      } else if (answer) await learn(answer)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      await learn(failure)
    } finally {
      setBusy(false)
    }
  }
  async function learn({ error, message }: Pick<ApiError, 'error' | 'message'>) {
    setRefused(message)
    if (over.has(error)) await reload().catch(() => {})
  }
  return (
    <>
      {refused && <ErrorState title={refused} text={m.business_nothing_moved()} />}
      <Button size="l" className="w-full" busy={busy} onClick={() => void pay()}>
        {m.business_pay()}
      </Button>
      <DepositLink className="inline-flex items-center">{m.business_add_money()}</DepositLink>
    </>
  )
}
