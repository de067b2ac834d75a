/** What a member may do with an order beside paying it. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError, TextArea } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import { useForm } from '../../ui/use-form.ts'
import type { OrderDetailView } from '../contract.ts'

/** Everything that may be done with this order now; nothing where nothing may. */
export function OrderActions({ order }: { order: OrderDetailView }) {
  return (
    <>
      {order.may_cancel && <CancelOrder orderId={order.order_id} />}
      {order.paid_at && order.refund_state === 'none' && order.state !== 'cancelled' && (
        <RefundOrder orderId={order.order_id} />
      )}
    </>
  )
}

function CancelOrder({ orderId }: { orderId: string }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)

  async function cancel() {
    const yes = await ask({
      title: m.order_cancel_title(),
      text: m.order_cancel_text(),
      confirm: m.order_cancel(),
      cancel: m.order_cancel_keep(),
      tone: 'warn',
    })
    if (!yes) return
    setBusy(true)
    try {
      await dataOf(send('/order/cancel_order', { order_id: orderId }, { loading: true }))
      toastDone(m.order_cancelled())
    } catch {
      // The refusal was said in a toast; the order is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button kind="danger" busy={busy} onClick={() => void cancel()}>
      {m.order_cancel()}
    </Button>
  )
}

function RefundOrder({ orderId }: { orderId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {m.order_refund()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.order_refund()} text={m.order_refund_text()}>
        <RefundForm orderId={orderId} />
      </Dialog>
    </>
  )
}

function RefundForm({ orderId }: { orderId: string }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({ reason: '' }, { reason: (text) => (text.trim() ? undefined : m.order_refund_reason_error()) })

  async function request() {
    if (!form.check()) return
    setBusy(true)
    try {
      await dataOf(send('/product/order_refund', { order_id: orderId, reason: form.values.reason.trim() }))
      await revalidate()
    } catch (failure) {
      if (failure instanceof ApiError && !form.takeErrors(failure)) setRefusal(failure.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} onSubmit={request}>
      <TextArea label={m.order_refund_reason()} maxLength={500} {...form.text('reason')} />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.order_refund_send()}
      </Button>
    </Form>
  )
}
