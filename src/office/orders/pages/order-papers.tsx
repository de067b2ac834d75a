/** The invoice of an order and the papers that follow it, as files. */
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeOrderDetail } from '../../../orders/core/office-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { officeDownload } from '../../kit/pages/office-client.ts'
import { useTimes } from '../../kit/pages/use-office.ts'

export function OrderPapers({ order }: { order: OfficeOrderDetail }) {
  const { moment } = useTimes()
  if (!order.invoice) return null
  const later = order.later_papers
  const nameOf = ({ kind, number }: (typeof later)[number]) =>
    kind === 'credit_note' ? m.office_orders_credit_note({ number }) : m.office_orders_correction({ number })
  return (
    <ul className="grid gap-2">
      <Paper order={order} number={null} name={m.office_orders_invoice_pdf()} at={moment(order.invoice.issued_at)} />
      {later.map((paper) => (
        <Paper
          key={paper.number}
          order={order}
          number={paper.number}
          name={nameOf(paper)}
          at={moment(paper.issued_at)}
        />
      ))}
      {later.some(({ kind }) => kind === 'correction') && (
        <li className="small text-ink-2">{m.office_orders_corrected()}</li>
      )}
    </ul>
  )
}

type Props = { order: OfficeOrderDetail; number: string | null; name: string; at: string }

const Paper = ({ order, number, name, at }: Props) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <Button
      kind="ghost"
      size="s"
      onClick={() =>
        officeDownload('/orders/invoice', { order_id: order.order_id, ...(number ? { number } : {}) }).catch(() => null)
      }
    >
      <Icon name="download-simple" size="s" />
      {name}
    </Button>
    <span className="small text-ink-2">{at}</span>
  </li>
)
