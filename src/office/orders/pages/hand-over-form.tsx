/** The counter: the code that the buyer says, and the document that they show. */
import * as m from '../../../locale/paraglide/messages.js'
import { documents } from '../../../orders/core/order-rules.ts'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import type { ReasonedAction } from '../../kit/pages/reason-dialog.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { documentName } from './office-order-words.ts'
import type { MoveProps } from './order-moves.tsx'

type Props = MoveProps & { ask: (action: ReasonedAction) => void }

export function HandOverForm({ order, reload, ask }: Props) {
  const may = useMay()
  const { tries_used: used, tries } = order.pickup ?? { tries_used: 0, tries: 1 }
  if (used < tries) return <Counter order={order} reload={reload} left={tries - used} />
  return (
    <>
      <p role="alert">{m.office_orders_locked({ tries })}</p>
      {may('orders.unlock_pickup') && (
        <Button kind="ghost" onClick={() => ask(unlocking(order))}>
          {m.office_orders_unlock()}
        </Button>
      )}
    </>
  )
}

const unlocking = (order: MoveProps['order']): ReasonedAction => ({
  title: m.office_orders_unlock(),
  text: m.office_orders_unlock_text({ number: order.number }),
  confirm: m.office_orders_unlock(),
  run: (reason) => officePost('/orders/unlockPickup', { order_id: order.order_id, reason }, { quiet: true }),
  done: m.office_orders_unlock_done({ number: order.number }),
})

function Counter({ order, reload, left }: MoveProps & { left: number }) {
  const form = useForm(
    { code: '', document: '' },
    {
      code: (text) => (/^[\dA-Za-z]{8}$/.test(text.replace(/[\s-]/g, '')) ? undefined : m.office_orders_code_error()),
      document: (text) => (text ? undefined : m.office_orders_document_error()),
    },
  )
  /** A wrong code costs a try, and another refusal says that the order is no longer as it was seen. */
  const refused = async (failure: ApiError) => {
    await reload()
    if (failure.error !== 'pickup_code_wrong') return false
    form.refuse('code', failure.message)
    return true
  }
  const { busy, refusal, submit } = useOfficeForm(form, refused)

  async function handOver() {
    const known = { order_id: order.order_id, expected: order.state }
    await officePost('/orders/handOver', { ...known, ...form.values }, { quiet: true })
    toastDone(m.office_orders_hand_over_done({ number: order.number }))
    await reload()
  }

  return (
    <Form form={form} onSubmit={() => submit(handOver)} className="grid gap-4">
      {order.refund_state === 'partial' && <p>{m.office_orders_hand_over_partly()}</p>}
      <TextField
        label={m.office_orders_code()}
        help={m.office_orders_code_help({ left })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
      <Select
        label={m.office_orders_document()}
        help={m.office_orders_hand_over_text({ name: order.buyer.name })}
        empty={m.office_orders_document_choose()}
        choices={documents.map((value) => ({ value, label: documentName(value) }))}
        {...form.text('document')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.office_orders_hand_over()}
      </Button>
    </Form>
  )
}
