/** A courier takes the pieces to the house, and back. */
import type { ReactNode } from 'react'
import type { OfficeCaseView } from '../../../goldback/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { trackingPattern } from '../../../orders/parcels/carrier-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

type Props = { one: OfficeCaseView; reload: () => Promise<void> }

const filled = (text: string) => (text.trim() ? undefined : m.field_empty())
const wrongTracking = (text: string) =>
  trackingPattern.test(text.trim()) ? undefined : m.office_orders_ship_tracking_error()
const isMoment = (text: string) => !Number.isNaN(new Date(text).getTime())

export function ScanForm({ one, reload }: Props) {
  const { second } = useTimes()
  const form = useForm<Record<string, string>>(
    { carrier: '', tracking: '', scanned_at: '' },
    { carrier: filled, tracking: wrongTracking, scanned_at: (text) => (isMoment(text) ? undefined : m.field_empty()) },
  )
  const { scanned_at: typed = '' } = form.values
  const scan = async () => {
    await officePost(
      '/goldback/scan',
      { ...parcelOf(one, form.values), scanned_at: new Date(typed).toISOString() },
      { quiet: true },
    )
    toastDone(m.office_goldback_scan_done())
    await reload()
  }
  return (
    <ParcelForm one={one} form={form} title={m.office_goldback_scan()} send={scan}>
      <TextField
        label={m.office_goldback_scanned_at()}
        help={isMoment(typed) ? second(new Date(typed).toISOString()) : m.office_goldback_scan_text()}
        type="datetime-local"
        {...form.text('scanned_at')}
      />
    </ParcelForm>
  )
}

export function SendBackForm({ one, reload }: Props) {
  const form = useForm<Record<string, string>>(
    { carrier: '', tracking: '' },
    { carrier: filled, tracking: wrongTracking },
  )
  const sendBack = async () => {
    await officePost('/goldback/return', parcelOf(one, form.values), { quiet: true })
    toastDone(m.office_goldback_sent_back_done())
    await reload()
  }
  return <ParcelForm one={one} form={form} title={m.office_goldback_send_back()} send={sendBack} />
}

const parcelOf = ({ case_id }: OfficeCaseView, { carrier, tracking = '' }: Record<string, string>) => ({
  ...{ case_id, carrier, tracking: tracking.trim() },
})

type Parcel = {
  one: OfficeCaseView
  form: ReturnType<typeof useForm<Record<string, string>>>
  title: string
  send: () => Promise<void>
  children?: ReactNode
}

function ParcelForm({ one, form, title, send, children }: Parcel) {
  const { busy, refusal, submit } = useOfficeForm(form)
  return (
    <section className="office-panel">
      <h2 className="h3 mb-3">{title}</h2>
      <Form form={form} onSubmit={() => submit(send)} className="grid gap-4">
        <Select
          label={m.office_goldback_carrier()}
          empty={m.office_goldback_choose()}
          choices={one.carriers.map(({ code, name }) => ({ value: code, label: name }))}
          {...form.text('carrier')}
        />
        <TextField label={m.office_goldback_tracking()} autoComplete="off" maxLength={40} {...form.text('tracking')} />
        {children}
        {refusal && <FieldError>{refusal}</FieldError>}
        <Button type="submit" busy={busy}>
          {title}
        </Button>
      </Form>
    </section>
  )
}
