import * as m from '../../locale/paraglide/messages.js'
import { DownloadButton } from '../../ui/download-button.tsx'
import type { OrderDetailView } from '../contract.ts'

/** An order whose papers are on their way: paid, and not over. */
export const awaitsInvoice = ({ invoice, paid_at, state }: OrderDetailView): boolean =>
  invoice === null && paid_at !== null && state !== 'cancelled' && state !== 'payment_review'

export const paperName = ({ kind, number }: OrderDetailView['later_papers'][number]): string =>
  kind === 'credit_note' ? m.orders_paper_credit({ number }) : m.orders_paper_correction({ number })

/** Whether the invoice names pieces that the order has no more. */
export const isCorrected = ({ later_papers: later }: Pick<OrderDetailView, 'later_papers'>): boolean =>
  later.some(({ kind }) => kind === 'correction')

/** The invoice and the papers that follow it, as files; a sentence while it is being made; nothing before the order is paid. */
export function OrderInvoice({ order }: { order: OrderDetailView }) {
  if (!order.invoice)
    return awaitsInvoice(order) ? (
      <p className="small text-ink-2" role="status">
        {m.orders_invoice_coming()}
      </p>
    ) : null

  const paper = { order_id: order.order_id }
  return (
    <>
      <DownloadButton path="/order/invoice" query={paper} name={m.orders_invoice_download()} />
      {order.later_papers.map((later) => (
        <DownloadButton
          key={later.number}
          {...{ path: '/order/invoice', query: { ...paper, number: later.number }, name: paperName(later) }}
        />
      ))}
      {isCorrected(order) && <p className="small text-ink-2">{m.orders_paper_corrected()}</p>}
    </>
  )
}
