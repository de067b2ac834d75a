/** Everything about an order's money that is going back: requests with our answer, and each sum on its way. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Moment, money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/states.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { usePolling } from '../../ui/use-polling.ts'
import type { RefundRequestView, RefundStatusView } from '../refunds/refund-contract.ts'
import type { RequestState } from '../refunds/refund-rules.ts'
import type { ReturnState } from '../returns/return-rules.ts'
import { reasonName } from './refund-request.tsx'

const stateName: Record<RequestState, () => string> = {
  requested: m.orders_refund_state_requested,
  granted: m.orders_refund_state_granted,
  executed: m.orders_refund_state_executed,
  rejected: m.orders_refund_state_rejected,
  withdrawn: m.orders_refund_state_withdrawn,
}
const pieceWords: Record<ReturnState, (about: { piece: string }) => string> = {
  received: m.orders_refund_piece_received,
  stocked: m.orders_refund_piece_kept,
  quarantined: m.orders_refund_piece_kept,
  refused: m.orders_refund_piece_refused,
  sent_back: m.orders_refund_piece_sent_back,
}
const tones = { requested: 'warn', granted: 'up', executed: 'up', rejected: 'down', withdrawn: 'plain' } as const

export function RefundProgress({ status }: { status: RefundStatusView }) {
  const { revalidate } = useRevalidator()
  const { requests, refunds, settlement, difference, currency } = status
  usePolling(
    () => revalidate(),
    refunds.some(({ state }) => state === 'pending'),
  )
  if (requests.length + refunds.length === 0 && !settlement) return null
  return (
    <section aria-label={m.orders_refund_progress()}>
      <h2 className="h3 mb-3">{m.orders_refund_progress()}</h2>
      <ul className="grid border-t border-line">
        {refunds.map((refund) => (
          <Sum key={refund.refund_id} refund={refund} />
        ))}
        {difference && <Difference difference={difference} currency={currency} />}
        {settlement && <Settled settlement={settlement} currency={currency} />}
        {requests.map((request) => (
          <Request key={request.request_id} request={request} currency={currency} />
        ))}
      </ul>
    </section>
  )
}

const words = {
  pending: m.orders_refund_money_pending,
  settled: m.orders_refund_money_settled,
  failed: m.orders_refund_money_failed,
}

const Sum = ({ refund }: { refund: RefundStatusView['refunds'][number] }) => (
  <li className="flex gap-3 border-b border-line py-3.5" role="status">
    <Icon
      name={refund.state === 'settled' ? 'check' : refund.state === 'failed' ? 'warning-circle' : 'arrow-clockwise'}
    />
    <span className="min-w-0">
      <span className="block font-semibold">
        {(refund.owed ? m.orders_refund_money_owed : words[refund.state])({ amount: money(refund) })}
      </span>
      <span className="small block text-ink-2">
        <Moment at={refund.decided_at ?? refund.created_at} />
        {refund.state !== 'failed' && !refund.owed && ` · ${m.orders_refund_days()}`}
      </span>
    </span>
  </li>
)

function Settled({
  settlement,
  currency,
}: {
  settlement: NonNullable<RefundStatusView['settlement']>
  currency: string
}) {
  const some = (amount: string) => !/^[0.]+$/.test(amount)
  const said = [
    some(settlement.gain) && m.orders_refund_money_gain({ amount: money({ amount: settlement.gain, currency }) }),
    some(settlement.kept) && m.orders_refund_money_kept({ amount: money({ amount: settlement.kept, currency }) }),
  ].filter((text) => text !== false)
  return said.map((text) => (
    <li key={text} className="border-b border-line py-3.5">
      {text}
    </li>
  ))
}

function Difference({
  difference: { back, gain, at },
  currency,
}: {
  difference: NonNullable<RefundStatusView['difference']>
  currency: string
}) {
  const sum = (amount: string) => money({ amount, currency })
  const isSome = (amount: string) => /[1-9]/.test(amount)
  return (
    <li className="border-b border-line py-3.5">
      <span className="block font-semibold">{m.orders_refund_difference()}</span>
      {isSome(back) && <span className="block">{m.orders_refund_difference_back({ amount: sum(back) })}</span>}
      {isSome(gain) && <span className="block">{m.orders_refund_money_gain({ amount: sum(gain) })}</span>}
      <span className="small block text-ink-2">
        <Moment at={at} />
      </span>
    </li>
  )
}

function Request({ request, currency }: { request: RefundRequestView; currency: string }) {
  const amount = (text: string) => money({ amount: text, currency })
  return (
    <li className="grid gap-1 border-b border-line py-3.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{m.orders_refund_asked_for({ amount: amount(request.stated) })}</span>
        <Tag tone={tones[request.state]}>{stateName[request.state]()}</Tag>
      </p>
      <p className="small text-ink-2">
        {reasonName[request.reason]()} · <Moment at={request.created_at} />
      </p>
      {request.note && <p className="small break-words text-ink-2">{request.note}</p>}
      {request.granted && (
        <p className="small">{m.orders_refund_granted_amount({ amount: amount(request.granted) })}</p>
      )}
      {request.answer && <p className="small break-words">{m.orders_refund_answer({ answer: request.answer })}</p>}
      {request.send_back && <p className="small font-semibold">{m.orders_refund_send_back()}</p>}
      {request.pieces.map(({ serial, state, at, answer }) => (
        <p key={`${serial} ${at}`} className="small break-words">
          {pieceWords[state]({ piece: serial ?? m.orders_refund_piece() })} · <Moment at={at} />
          {answer && <span className="block text-ink-2">{m.orders_refund_answer({ answer })}</span>}
        </p>
      ))}
      {request.state === 'requested' && request.pieces.length === 0 && <Withdraw requestId={request.request_id} />}
    </li>
  )
}

function Withdraw({ requestId }: { requestId: string }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  async function withdraw() {
    const yes = await ask({
      title: m.orders_refund_withdraw_title(),
      text: m.orders_refund_withdraw_text(),
      confirm: m.orders_refund_withdraw(),
      cancel: m.orders_refund_withdraw_keep(),
    })
    if (!yes) return
    setBusy(true)
    try {
      await dataOf(send('/order/withdraw_refund', { request_id: requestId }))
      toastDone(m.orders_refund_withdrawn())
    } catch {
      // The refusal was said in a toast; the request is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }
  return (
    <Button kind="ghost" size="s" className="mt-2 justify-self-start" busy={busy} onClick={() => void withdraw()}>
      {m.orders_refund_withdraw()}
    </Button>
  )
}
