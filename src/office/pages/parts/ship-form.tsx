/** Who takes the parcel, and under which number it is followed. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from './office-client.ts'
import type { MoveProps } from './order-moves.tsx'

const fits = (tracking: string) => /^[A-Za-z0-9][A-Za-z0-9-]{5,39}$/.test(tracking.trim())

export function ShipForm({ order, reload }: MoveProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm(
    { carrier: '', tracking: '' },
    {
      carrier: (code) => (code ? undefined : m.desk_ship_carrier_error()),
      tracking: (text) => (fits(text) ? undefined : m.desk_ship_tracking_error()),
    },
  )

  async function submit() {
    setRefusal(undefined)
    if (!form.check()) return
    setBusy(true)
    const { carrier, tracking } = form.values
    const known = { order_id: order.order_id, expected: order.state }
    try {
      await officePost('/orders/ship', { ...known, carrier, tracking: tracking.trim() }, { quiet: true })
      toastDone(m.desk_ship_done({ number: order.number }))
      reload()
    } catch (failure) {
      if (!form.takeErrors(failure)) setRefusal(failure instanceof ApiError ? failure.message : m.system_error())
    } finally {
      setBusy(false)
    }
  }

  const choices = order.carriers.map(({ code, name }) => ({ value: code, label: name }))
  return (
    <Form form={form} onSubmit={submit} className="grid gap-4">
      <Select label={m.desk_ship_carrier()} empty={m.desk_ship_choose()} choices={choices} {...form.text('carrier')} />
      <TextField
        label={m.desk_ship_tracking()}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        {...form.text('tracking')}
      />
      {refusal && <FieldError>{refusal}</FieldError>}
      <Button type="submit" busy={busy}>
        {m.desk_ship()}
      </Button>
    </Form>
  )
}
