/** What staff wrote about an order. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeOrderDetail } from '../../../orders/core/office-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'

export function OrderNotes({ order, reload }: { order: OfficeOrderDetail; reload: () => Promise<void> }) {
  const may = useMay()
  const { moment } = useTimes()
  return (
    <>
      {order.notes.length === 0 && <p className="text-ink-2">{m.office_orders_notes_none()}</p>}
      <ul className="grid gap-3">
        {order.notes.map(({ id, text, by, created_at: at }) => (
          <li key={id} className="border-l-2 border-line pl-3">
            <p className="break-words whitespace-pre-line">{text}</p>
            <p className="fine text-ink-2">
              {by}, {moment(at)}
            </p>
          </li>
        ))}
      </ul>
      {may('orders.note') && <NewNote orderId={order.order_id} reload={reload} />}
    </>
  )
}

function NewNote({ orderId, reload }: { orderId: string; reload: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const form = useForm({ text: '' }, { text: (text) => (text.trim() ? undefined : m.office_orders_note_error()) })
  async function submit() {
    if (!form.check()) return
    setBusy(true)
    try {
      await officePost('/orders/note', { order_id: orderId, text: form.values.text.trim() })
      form.clear('text')
      toastDone(m.office_orders_note_done())
      await reload()
    } catch (failure) {
      form.takeErrors(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="grid gap-3">
      <TextArea label={m.office_orders_note()} rows={2} maxLength={2000} {...form.text('text')} />
      <Button type="submit" kind="ghost" size="s" className="justify-self-start" busy={busy}>
        {m.office_orders_note_save()}
      </Button>
    </Form>
  )
}
