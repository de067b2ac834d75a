/** Who takes the parcel, and under which number it is followed. */
import * as m from '../../../locale/paraglide/messages.js'
import { trackingPattern } from '../../../orders/parcels/carrier-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import type { MoveProps } from './order-moves.tsx'

type Parcel = { carrier: string; tracking: string; reason: string }
type Props = MoveProps & {
  label: string
  /** Sends what was typed; what is refused is said here, and stays. Answers what to say when it is done. */
  send: (parcel: Parcel) => Promise<string>
  withReason?: boolean
  /** As it stands now, where it is put right. */
  now?: { carrier: string; tracking: string }
}

const fits = (tracking: string) => trackingPattern.test(tracking.trim())

export const ShipForm = ({ order, reload }: MoveProps) => (
  <ParcelForm
    order={order}
    reload={reload}
    label={m.office_orders_ship()}
    send={async ({ carrier, tracking }) => {
      const known = { order_id: order.order_id, expected: order.state }
      const parcel = { carrier, tracking, delivery_changes: order.earlier_deliveries.length }
      await officePost('/orders/ship', { ...known, ...parcel }, { quiet: true })
      return m.office_orders_ship_done({ number: order.number })
    }}
  />
)

export function ParcelForm({ order, reload, label, send, withReason = false, now }: Props) {
  const form = useForm(
    { carrier: now?.carrier ?? '', tracking: now?.tracking ?? '', reason: '' },
    {
      carrier: (code) => (code ? undefined : m.office_orders_ship_carrier_error()),
      tracking: (text) => (fits(text) ? undefined : m.office_orders_ship_tracking_error()),
      reason: (text) => (withReason ? reasonError(text) : undefined),
    },
  )
  const { busy, refusal, submit } = useOfficeForm(form)

  async function sendOff() {
    const { carrier, tracking, reason } = form.values
    toastDone(await send({ carrier, tracking: tracking.trim(), reason: reason.trim() }))
    await reload()
  }

  const choices = order.carriers.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <Form form={form} onSubmit={() => submit(sendOff)} className="grid gap-4">
      <Select
        label={m.office_orders_ship_carrier()}
        empty={m.office_orders_ship_choose()}
        choices={choices}
        {...form.text('carrier')}
      />
      <TextField
        label={m.office_orders_ship_tracking()}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        {...form.text('tracking')}
      />
      {withReason && <TextArea label={m.office_reason()} rows={2} maxLength={500} {...form.text('reason')} />}
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {label}
      </Button>
    </Form>
  )
}
