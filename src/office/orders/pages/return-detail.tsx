/** One request at the returns desk: what is expected, the field that notes an arrival, and what came back. */
import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { reasonName } from '../../../orders/pages/refund-request.tsx'
import type { ReturnRowView } from '../../../orders/returns/return-contract.ts'
import type { WaiverKind } from '../../../orders/returns/return-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { requestStateName } from './office-order-words.ts'
import { ReturnedPieces } from './returned-pieces.tsx'

export type ReturnProps = { row: ReturnRowView; reload: () => Promise<void> }

export function ReturnDetail({ row, close, reload }: ReturnProps & { close: () => void }) {
  const { moment } = useTimes()
  const may = useMay()
  const waits = row.lines.some(({ here, due }) => here < due)
  const open = row.state === 'requested' || row.state === 'granted' || row.state === 'executed'
  return (
    <Detail title={row.number} aside={`${row.buyer} · ${moment(row.since)}`} onClose={close}>
      <div className="flex flex-wrap gap-x-5">
        {may('orders.see') && (
          <Link to={`/admin/order?id=${row.order_id}`} className="link small min-h-11">
            {m.office_orders()}
          </Link>
        )}
        {may('refunds.see') && (
          <Link to={`/admin/refunds?state=all&q=${encodeURIComponent(row.number)}`} className="link small min-h-11">
            {m.office_orders_return_request()}
          </Link>
        )}
      </div>
      {row.note && <p className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{row.note}</p>}
      <Facts
        facts={[
          { label: m.office_orders_refund_reason(), value: reasonName[row.reason]() },
          { label: m.office_orders_return_money(), value: requestStateName(row.state) },
          ...row.lines.map(({ name, here, due }) => ({
            label: name,
            value: m.office_orders_return_here_of({ here, due }),
          })),
        ]}
      />
      {row.waiver && (
        <p>
          {row.waiver === 'before' ? m.office_orders_return_waived_before() : m.office_orders_return_waived_without()}
        </p>
      )}
      {open && waits && row.waiver !== 'without' && may('returns.receive') && <Arrivals row={row} reload={reload} />}
      <ReturnedPieces row={row} reload={reload} />
      {may('returns.waive') && !row.waiver && waits && (row.state === 'requested' || row.state === 'granted') && (
        <Waive row={row} reload={reload} />
      )}
    </Detail>
  )
}

function Arrivals({ row, reload }: ReturnProps) {
  const [arrived, setArrived] = useState<string | null>(null)
  if (row.order_state !== 'completed') return <p>{m.office_orders_return_undelivered()}</p>
  const isWaiting = ({ here, due }: ReturnRowView['lines'][number]) => here < due
  const told = async (piece: string) => {
    setArrived(piece)
    await reload()
  }
  return (
    <div className="grid gap-3">
      {row.lines.some((line) => line.numbered && isWaiting(line)) && <ScanField row={row} told={told} />}
      {row.lines
        .filter((line) => !line.numbered && isWaiting(line))
        .map((line) => (
          <OneArrived key={line.position} row={row} line={line} told={told} />
        ))}
      <div role="status">
        {arrived && (
          <p className="flex items-start gap-2 text-up">
            <Icon name="check-circle" />
            <span className="min-w-0 break-words">{m.office_orders_return_received({ piece: arrived })}</span>
          </p>
        )}
      </div>
    </div>
  )
}

type Told = { row: ReturnRowView; told: (piece: string) => Promise<void> }

function ScanField({ row, told }: Told) {
  const form = useForm(
    { number: '' },
    { number: (text) => (text.trim() ? undefined : m.office_orders_return_number_empty()) },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  async function receive() {
    const wish = { request_id: row.request_id, number: form.values.number.trim() }
    const { serial } = await officePost<{ serial: string | null }>('/returns/receive', wish, { quiet: true })
    form.clear('number')
    await told(serial ?? wish.number)
  }
  return (
    <Form form={form} onSubmit={() => submit(receive)} className="grid gap-3">
      <TextField
        label={m.office_orders_return_number()}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        {...form.text('number')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" kind="ghost" busy={busy}>
        {m.office_orders_return_receive()}
      </Button>
    </Form>
  )
}

function OneArrived({ row, line, told }: Told & { line: ReturnRowView['lines'][number] }) {
  const { busy, refusal, submit } = useOfficeForm({ check: () => true, takeErrors: () => false })
  const receive = async () => {
    await officePost('/returns/receive', { request_id: row.request_id, position: line.position }, { quiet: true })
    await told(line.name)
  }
  return (
    <>
      <Button kind="ghost" busy={busy} onClick={() => submit(receive)}>
        {m.office_orders_return_receive_one({ name: line.name })}
      </Button>
      {refusal && <FieldError>{refusal}</FieldError>}
    </>
  )
}

/** That the money goes first is a decision with a reason, never the way it just happens. */
function Waive({ row, reload }: ReturnProps) {
  const { ask, dialog } = useReasonDialog(reload)
  const { number } = row
  const words = {
    before: [m.office_orders_return_waive_before(), m.office_orders_return_waive_before_title({ number })],
    without: [m.office_orders_return_waive_without(), m.office_orders_return_waive_without_title({ number })],
  } as const
  const waive = (kind: WaiverKind) =>
    ask({
      title: words[kind][1],
      text:
        kind === 'before' ? m.office_orders_return_waive_before_text() : m.office_orders_return_waive_without_text(),
      confirm: words[kind][0],
      run: (reason) => officePost('/returns/waive', { request_id: row.request_id, kind, reason }, { quiet: true }),
      done: m.office_orders_return_waived(),
    })
  return (
    <div className="flex flex-wrap gap-3">
      {(['before', 'without'] as const).map((kind) => (
        <Button key={kind} kind="ghost" size="s" onClick={() => waive(kind)}>
          {words[kind][0]}
        </Button>
      ))}
      {dialog}
    </div>
  )
}
