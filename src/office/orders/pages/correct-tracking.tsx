/** The number of a parcel on its way, put right; and what it was before. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import type { MoveProps } from './order-moves.tsx'
import { ParcelForm } from './ship-form.tsx'

export function CorrectTracking({ order, reload }: MoveProps) {
  const [open, setOpen] = useState(false)
  const { moment } = useTimes()
  const may = useMay()
  const { shipment, state, paid_back: isOver } = order
  if (!shipment) return null
  return (
    <>
      {shipment.earlier.map(({ carrier, tracking, by, at }) => (
        <p key={`${at} ${tracking}`} className="small break-words text-ink-2">
          {m.office_orders_tracking_was({ carrier, tracking, name: by, at: moment(at) })}
        </p>
      ))}
      {state === 'shipped' && !isOver && may('orders.correct_tracking') && (
        <Button kind="ghost" size="s" className="justify-self-start" onClick={() => setOpen(true)}>
          {m.office_orders_tracking_correct()}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.office_orders_tracking_correct()}
        text={m.office_orders_tracking_text()}
      >
        <ParcelForm
          order={order}
          reload={reload}
          label={m.office_orders_tracking_correct()}
          withReason
          now={{
            carrier: order.carriers.find(({ name }) => name === shipment.carrier)?.code ?? '',
            tracking: shipment.tracking,
          }}
          send={async (parcel) => {
            const wish = { order_id: order.order_id, seen: shipment.tracking, ...parcel }
            await officePost('/orders/correctTracking', wish, { quiet: true })
            setOpen(false)
            return m.office_orders_tracking_done()
          }}
        />
      </Dialog>
    </>
  )
}
