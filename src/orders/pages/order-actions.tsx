/** What a member may do with an order beside paying it. */
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { dataOf } from '../../ui/api-client.ts'
import { ask } from '../../ui/asking.ts'
import { Button } from '../../ui/button.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { useAttempt } from '../../ui/use-attempt.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { CancelPaid } from './cancel-paid.tsx'
import { RefundRequest } from './refund-request.tsx'

/** Everything that may be done with this order now; nothing where nothing may. */
export function OrderActions({ money: status }: { money: RefundStatusView }) {
  const { cancel, order_id } = status
  if (status.price_choice) return null
  return (
    <>
      {cancel && !cancel.settled && <CancelOrder orderId={order_id} />}
      {cancel?.settled && <CancelPaid orderId={order_id} until={cancel.until} />}
      {status.reasons.length > 0 && <RefundRequest status={status} />}
    </>
  )
}

function CancelOrder({ orderId }: { orderId: string }) {
  const { revalidate } = useRevalidator()
  const send = useAttempt()
  const [busy, setBusy] = useState(false)

  async function cancel() {
    const yes = await ask({
      title: m.orders_cancel_title(),
      text: m.orders_cancel_text(),
      confirm: m.orders_cancel(),
      cancel: m.orders_cancel_keep(),
      tone: 'warn',
    })
    if (!yes) return
    setBusy(true)
    try {
      await dataOf(send('/order/cancel_order', { order_id: orderId }, { loading: true }))
      toastDone(m.orders_cancelled())
    } catch {
      // The refusal was said in a toast; the order is shown as it is now.
    }
    await revalidate()
    setBusy(false)
  }

  return (
    <Button kind="danger" busy={busy} onClick={() => void cancel()}>
      {m.orders_cancel()}
    </Button>
  )
}
