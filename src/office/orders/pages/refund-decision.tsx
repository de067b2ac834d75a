/** What may be done with a request for money back: grant all or some pieces, reject, execute, try again. */
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import * as m from '../../../locale/paraglide/messages.js'
import type { GrantForeseenView, OfficeRefundView } from '../../../orders/refunds/office-refund-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { SentenceGap } from '../../../ui/sentence-gap.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { type ReasonedAction, useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { refundAtProvider } from './office-order-words.ts'

type Props = { row: OfficeRefundView; reload: () => Promise<void> }
type Ask = (action: ReasonedAction) => void
type Foreseen = z.output<typeof GrantForeseenView>

export function RefundDecision({ row, reload }: Props) {
  const { ask, dialog } = useReasonDialog(reload)
  const may = useMay()
  const grants = may('refunds.grant')
  return (
    <div className="grid gap-3">
      {row.state === 'requested' && grants && <GrantForm row={row} ask={ask} />}
      {row.state === 'granted' && row.takes_two && <p className="small text-ink-2">{m.office_orders_refund_two()}</p>}
      {row.second_asked && (
        <p>
          {m.office_orders_refund_asked_second()}
          <SentenceGap />
          {may('approvals.see') && (
            <Link to="/admin/approvals?state=waiting" className="link">
              {m.office_approvals()}
            </Link>
          )}
        </p>
      )}
      {row.state === 'granted' && !row.second_asked && may('refunds.execute') && (
        <Button onClick={() => ask(executing(row))}>
          {row.takes_two ? m.office_orders_refund_ask_second() : m.office_orders_refund_execute()}
        </Button>
      )}
      {(row.state === 'requested' || row.state === 'granted') && grants && (
        <Button kind="ghost" onClick={() => ask(rejecting(row))}>
          {m.office_orders_refund_reject()}
        </Button>
      )}
      {row.refunds.map((refund) => (
        <div key={refund.refund_id} className="flex flex-wrap items-center justify-between gap-3">
          <p>
            {m.office_orders_refund_at_provider()}: {refundAtProvider(refund.state)}
            {refund.failure && ` (${refund.failure})`}
          </p>
          {refund.may_retry && may('refunds.execute') && (
            <Button kind="ghost" size="s" onClick={() => ask(retrying(row, refund))}>
              {m.office_orders_refund_retry()}
            </Button>
          )}
        </div>
      ))}
      {dialog}
    </div>
  )
}

/** How many pieces of every line; the whole order is granted whole. */
function GrantForm({ row, ask }: { row: OfficeRefundView; ask: Ask }) {
  const [none, setNone] = useState(false)
  const most = new Map(row.lines.map((line) => [`p${line.position}`, line.quantity]))
  const form = useForm(
    Object.fromEntries(row.lines.map((line) => [`p${line.position}`, String(line.quantity)])),
    Object.fromEntries(
      row.lines.map((line) => [
        `p${line.position}`,
        (text: string | boolean) =>
          /^\d{1,4}$/.test(String(text).trim()) && Number(text) <= line.quantity
            ? undefined
            : m.office_orders_refund_pieces_error({ n: line.quantity }),
      ]),
    ),
  )
  async function submit() {
    if (!form.check()) return
    const pieces = row.lines
      .map(({ position }) => ({ position, quantity: Number(form.values[`p${position}`]) }))
      .filter(({ quantity }) => quantity > 0)
    setNone(pieces.length === 0)
    if (pieces.length === 0) return
    const wish = { request_id: row.request_id, pieces }
    const foreseen = await officePost<Foreseen>('/refunds/foresee', wish).catch(() => null) // a toast says why
    if (foreseen) ask(granting(row, wish, foreseen))
  }
  return (
    <Form form={form} onSubmit={submit} className="grid gap-3">
      {!row.whole &&
        row.lines.map(({ position, name }) => (
          <TextField
            key={position}
            label={m.office_orders_refund_pieces({ name })}
            help={m.office_orders_refund_pieces_help({ n: most.get(`p${position}`) ?? 0 })}
            inputMode="numeric"
            {...form.text(`p${position}`)}
          />
        ))}
      {none && <FieldError>{m.office_orders_refund_pieces_none()}</FieldError>}
      <Button type="submit">{m.office_orders_refund_grant()}</Button>
    </Form>
  )
}

const granting = (
  row: OfficeRefundView,
  wish: object,
  { total, kept, delivery, currency }: Foreseen,
): ReasonedAction => ({
  title: m.office_orders_refund_grant_title({ amount: money({ amount: total, currency }), number: row.number }),
  text: [
    kept && m.office_orders_refund_grant_kept({ amount: money({ amount: kept, currency }) }),
    delivery && m.office_orders_refund_grant_delivery({ amount: money({ amount: delivery, currency }) }),
    m.office_orders_refund_grant_text(),
  ]
    .filter(Boolean)
    .join(' '),
  confirm: m.office_orders_refund_grant_amount({ amount: money({ amount: total, currency }) }),
  run: (reason) => officePost('/refunds/grant', { ...wish, amount: total, reason }, { quiet: true }),
  done: m.office_orders_refund_grant_done(),
})

const rejecting = (row: OfficeRefundView): ReasonedAction => ({
  title: m.office_orders_refund_reject_title({ number: row.number }),
  text: m.office_orders_refund_reject_text(),
  confirm: m.office_orders_refund_reject(),
  tone: 'danger',
  run: (answer) => officePost('/refunds/reject', { request_id: row.request_id, answer }, { quiet: true }),
  done: m.office_orders_refund_reject_done(),
})

const executing = (row: OfficeRefundView): ReasonedAction => ({
  title: m.office_orders_refund_execute_title({
    amount: money({ amount: row.granted ?? row.stated, currency: row.currency }),
  }),
  text: row.takes_two ? m.office_orders_refund_two() : m.office_orders_refund_execute_text(),
  confirm: row.takes_two ? m.office_orders_refund_ask_second() : m.office_orders_refund_execute(),
  run: (reason) => officePost('/refunds/execute', { request_id: row.request_id, reason }, { quiet: true }),
  done: row.takes_two ? m.office_orders_refund_asked_done() : m.office_orders_refund_execute_done(),
})

const retrying = (
  row: OfficeRefundView,
  { refund_id, amount }: OfficeRefundView['refunds'][number],
): ReasonedAction => ({
  title: m.office_orders_refund_retry_title({ amount: money({ amount, currency: row.currency }) }),
  text: m.office_orders_refund_retry_text(),
  confirm: m.office_orders_refund_retry(),
  run: (reason) => officePost('/refunds/retry', { refund_id, reason }, { quiet: true }),
  done: m.office_orders_refund_retry_done(),
})
