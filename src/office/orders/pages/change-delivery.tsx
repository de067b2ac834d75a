/** Another place for a paid order, while it is in the house; and where it went before. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { DeliveryPlacesView } from '../../../orders/core/office-contract.ts'
import { type Barrier, mayChange } from '../../../orders/delivery/delivery-change-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select, TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { MoveProps } from './order-moves.tsx'

export function ChangeDelivery({ order, reload }: MoveProps) {
  const [open, setOpen] = useState(false)
  const { moment } = useTimes()
  const may = useMay()
  const { earlier_deliveries: earlier, state } = order
  const isHere = mayChange(state)
  return (
    <>
      {earlier.map(({ place, by, at }) => (
        <p key={at} className="small break-words text-ink-2">
          {m.office_orders_place_was({ place, name: by, at: moment(at) })}
        </p>
      ))}
      {isHere && earlier.length > 0 && <p className="rounded-panel bg-warn-soft p-3">{m.office_orders_place_slip()}</p>}
      {isHere && may('orders.change_delivery') && (
        <Button kind="ghost" size="s" className="justify-self-start" onClick={() => setOpen(true)}>
          {m.office_orders_place_change()}
        </Button>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.office_orders_place_change()}
        text={m.office_orders_place_text()}
      >
        {open && <Places order={order} reload={reload} close={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

type PlacesProps = MoveProps & { close: () => void }

function Places({ order, reload, close }: PlacesProps) {
  const { data, failed } = useOffice<DeliveryPlacesView>('/orders/places', { order_id: order.order_id })
  if (failed) return <p role="alert">{m.office_orders_order_failed()}</p>
  if (!data) return <Skeleton className="h-40" />
  const choices = [
    ...data.addresses.flatMap(({ address_id: id, recipient, place, barrier }) =>
      barrier ? [] : [{ value: `address ${id}`, label: `${recipient}, ${place}` }],
    ),
    ...data.points.map(({ pickup_point_id: id, place }) => ({ value: `point ${id}`, label: place })),
  ]
  return (
    <>
      {choices.length === 0 && <p>{m.office_orders_place_none()}</p>}
      <Barred addresses={data.addresses} />
      {choices.length > 0 && <PlaceForm order={order} reload={reload} close={close} choices={choices} />}
    </>
  )
}

const why: Record<Barrier, (place: { place: string; recipient: string }) => string> = {
  delivery_not_served: m.office_orders_place_not_served,
  courier_unpaid: m.office_orders_place_courier_unpaid,
  other_recipient: m.office_orders_place_other_recipient,
  address_too_new: m.office_orders_place_address_too_new,
}

function Barred({ addresses }: Pick<DeliveryPlacesView, 'addresses'>) {
  const barred = addresses.flatMap(({ barrier, ...address }) => (barrier ? [{ ...address, barrier }] : []))
  if (barred.length === 0) return null
  return (
    <div className="small mb-4 text-ink-2">
      <p>{m.office_orders_place_barred()}</p>
      <ul className="list-disc pl-5">
        {barred.map(({ address_id: id, barrier, ...address }) => (
          <li key={id}>{why[barrier](address)}</li>
        ))}
      </ul>
    </div>
  )
}

function PlaceForm({ order, reload, close, choices }: PlacesProps & { choices: { value: string; label: string }[] }) {
  const form = useForm(
    { to: '', reason: '' },
    { to: (place) => (place ? undefined : m.office_orders_place_error()), reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function change() {
    const [kind, id = ''] = form.values.to.split(' ')
    const to = kind === 'point' ? { mode: 'pickup', pickup_point_id: Number(id) } : { mode: 'courier', address_id: id }
    const known = { order_id: order.order_id, seen: order.earlier_deliveries.length }
    await officePost('/orders/changeDelivery', { ...known, to, reason: form.values.reason.trim() }, { quiet: true })
    toastDone(m.office_orders_place_done({ number: order.number }))
    await reload()
    close()
  }

  return (
    <Form form={form} onSubmit={() => submit(change)} className="grid gap-4">
      <Select
        label={m.office_orders_place()}
        empty={m.office_orders_place_choose()}
        choices={choices}
        {...form.text('to')}
      />
      <TextArea label={m.office_reason()} rows={2} maxLength={500} {...form.text('reason')} />
      <DialogEnd confirm={m.office_orders_place_change()} busy={busy} refusal={refusal} close={close} />
    </Form>
  )
}
