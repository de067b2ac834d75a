/** Taking back a sale that has not left the house: why, what it returns, and whether a second person has to approve it. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { sentences } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { CauseField, causeError } from './cause-field.tsx'
import type { MoveProps } from './order-moves.tsx'

export function GiveUp({ order, reload }: MoveProps) {
  const [open, setOpen] = useState(false)
  const may = useMay()
  const { giving_up: giving, number } = order
  if (!giving || !may('orders.give_up')) return null
  if (giving.asked) return <p>{m.office_orders_give_up_waits()}</p>
  const paid = /[1-9]/.test(giving.returns)
  const text = paid
    ? m.office_orders_give_up_text_paid({ amount: money({ amount: giving.returns, currency: order.currency }) })
    : m.office_orders_give_up_text_unpaid()
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {m.office_orders_give_up()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.office_orders_give_up_title({ number })}
        text={giving.takes_two ? sentences([text, m.office_give_up_two()], language()) : text}
      >
        <GiveUpForm order={order} reload={reload} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function GiveUpForm({ order, reload, close }: MoveProps & { close: () => void }) {
  const form = useForm({ cause: '', reason: '' }, { cause: causeError, reason: reasonError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const confirm = order.giving_up?.takes_two ? m.office_prices_spread_ask() : m.office_orders_give_up()

  async function giveUp() {
    const { cause, reason } = form.values
    const known = { order_id: order.order_id, expected: order.state }
    const { approval_id } = await officePost<{ approval_id: string | null }>(
      '/orders/giveUp',
      { ...known, cause, reason: reason.trim() },
      { quiet: true },
    )
    toastDone(approval_id ? m.office_give_up_asked() : m.office_orders_give_up_done({ number: order.number }))
    await reload()
    close()
  }

  return (
    <Form form={form} onSubmit={() => submit(giveUp)}>
      <CauseField causes={order.giving_up?.causes ?? []} {...form.text('cause')} />
      <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
      <DialogEnd confirm={confirm} tone="danger" busy={busy} refusal={refusal} close={close} />
    </Form>
  )
}
