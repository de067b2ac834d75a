import { useState } from 'react'
import * as m from '../../locale/paraglide/messages.js'
import { ApiError } from '../../ui/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icon.tsx'
import type { OrderDetailView } from '../contract.ts'

/** An order whose papers are on their way: paid, and not over. */
export const awaitsInvoice = ({ invoice, paid_at, state }: OrderDetailView): boolean =>
  invoice === null && paid_at !== null && state !== 'cancelled' && state !== 'payment_review'

/** The invoice as a file; a sentence while it is being made; nothing before the order is paid. */
export function OrderInvoice({ order }: { order: OrderDetailView }) {
  const [busy, setBusy] = useState(false)
  if (!order.invoice)
    return awaitsInvoice(order) ? (
      <p className="small text-ink-2" role="status">
        {m.invoice_coming()}
      </p>
    ) : null

  async function save() {
    setBusy(true)
    try {
      await download('/order/invoice', { order_id: order.order_id })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="ghost" busy={busy} onClick={() => void save()}>
      <Icon name="download-simple" />
      {m.invoice_download()}
    </Button>
  )
}
