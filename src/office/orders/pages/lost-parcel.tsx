/** A parcel that the courier lost: said, found again, or sent once more. */
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { MoveProps } from './order-moves.tsx'
import { ParcelForm } from './ship-form.tsx'

const tell = (path: string, order: MoveProps['order']) => (reason: string) =>
  officePost(path, { order_id: order.order_id, reason }, { quiet: true })

export function ReportLost({ order, reload }: MoveProps) {
  const { ask, dialog } = useReasonDialog(reload)
  const { number } = order
  return (
    <>
      <Button
        kind="ghost"
        onClick={() =>
          ask({
            title: m.office_orders_lost_title({ number }),
            text: m.office_orders_lost_text(),
            confirm: m.office_orders_lost(),
            tone: 'danger',
            run: tell('/orders/lost', order),
            done: m.office_orders_lost_done(),
          })
        }
      >
        {m.office_orders_lost()}
      </Button>
      {dialog}
    </>
  )
}

export function LostParcel({ order, reload }: MoveProps) {
  const { ask, dialog } = useReasonDialog(reload)
  const { moment } = useTimes()
  const may = useMay()
  const { number, refund_state: refund } = order
  const lost = order.shipment?.lost
  if (!lost) return null
  const partly = refund === 'partial'
  const open = !order.paid_back && !partly && refund !== 'requested'
  return (
    <>
      <div className="rounded-control bg-warn-soft p-3">
        <p className="font-semibold">{m.office_orders_lost_state({ name: lost.by, at: moment(lost.at) })}</p>
        <p className="break-words">{lost.reason}</p>
      </div>
      {refund === 'requested' && <p>{m.office_orders_lost_waits()}</p>}
      {partly && <p>{m.office_orders_lost_partly()}</p>}
      {order.paid_back && <p>{m.office_orders_lost_paid_back()}</p>}
      {may('orders.lose') && open && (
        <Button
          kind="ghost"
          onClick={() =>
            ask({
              title: m.office_orders_found_title({ number }),
              text: m.office_orders_found_text(),
              confirm: m.office_orders_found(),
              run: tell('/orders/found', order),
              done: m.office_orders_found_done(),
            })
          }
        >
          {m.office_orders_found()}
        </Button>
      )}
      {may('orders.send_again') && open && <SendAgain order={order} reload={reload} />}
      {dialog}
    </>
  )
}

const SendAgain = ({ order, reload }: MoveProps) => (
  <section className="grid gap-3 border-t border-line pt-4" aria-label={m.office_orders_again_head()}>
    <h3 className="font-semibold">{m.office_orders_again_head()}</h3>
    <p className="small text-ink-2">{m.office_orders_again_help()}</p>
    <ParcelForm
      order={order}
      reload={reload}
      label={m.office_orders_again()}
      withReason
      send={async (parcel) => {
        const wish = { order_id: order.order_id, ...parcel }
        const { approval_id } = await officePost<{ approval_id: string | null }>('/orders/sendAgain', wish, {
          quiet: true,
        })
        return approval_id ? m.office_orders_again_asked() : m.office_orders_again_done({ number: order.number })
      }}
    />
  </section>
)
