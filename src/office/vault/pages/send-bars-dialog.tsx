/** Asks a second person to send bars from one place of a store to another. */
import { useState } from 'react'
import type { BarRow } from '../../../backing/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { BarChecks } from './bar-checks.tsx'
import { PlaceField } from './place-field.tsx'

type Props = { store: string; done: () => Promise<void>; close: () => void }

const useSendForm = () =>
  useForm(
    { from: '', to: '', carrier: '', seal: '', expected_on: '', reason: '' },
    {
      from: (text) => (text === '' ? m.office_vault_place_error() : undefined),
      to: (text) => (text === '' ? m.office_vault_place_error() : undefined),
      carrier: (text) => (text.trim().length < 2 ? m.office_vault_send_carrier_error() : undefined),
      expected_on: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? undefined : m.office_vault_send_expected_error()),
      reason: reasonError,
    },
  )

export function SendBarsDialog({ store, done, close }: Props) {
  const form = useSendForm()
  const [chosen, setChosen] = useState<string[]>([])
  const [lacking, setLacking] = useState(false)
  const { busy, refusal, submit } = useOfficeForm(form)
  const { from } = form.values
  const there = useOffice<{ rows: BarRow[] }>(from ? '/vault/bars' : null, {
    ...{ store, place: from, state: 'available', size: 100 },
  })
  const bars = from ? (there.data?.rows ?? []).filter(({ place }) => place === from) : []
  const ids = chosen.filter((id) => bars.some((bar) => bar.id === id))
  const send = () => {
    setLacking(ids.length === 0)
    return submit(async () => {
      if (ids.length === 0) return
      const { carrier, seal, reason, ...rest } = form.values
      const wish = { ...rest, carrier: carrier.trim(), seal: seal.trim(), reason: reason.trim() }
      await officePost('/vault/send', { store, ...wish, bar_ids: ids }, { quiet: true })
      toastDone(m.office_vault_send_done())
      await done()
      close()
    })
  }
  return (
    <Dialog open onClose={close} title={m.office_vault_send_title()} text={m.office_vault_send_text()}>
      <Form form={form} onSubmit={send}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <PlaceField store={store} label={m.office_vault_from_place()} field={form.text('from')} />
          <PlaceField store={store} label={m.office_vault_to_place()} except={from} field={form.text('to')} />
        </div>
        {from && (
          <BarChecks
            legend={m.office_vault_send_bars()}
            bars={bars.map(({ id, serial, maker, fine_weight: fine }) => ({ id, serial, maker, fine }))}
            chosen={ids}
            choose={setChosen}
            empty={m.office_vault_send_none()}
            error={lacking && ids.length === 0 ? m.office_vault_bars_error() : undefined}
          />
        )}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField label={m.office_vault_send_carrier()} maxLength={80} {...form.text('carrier')} />
          <TextField
            label={m.office_vault_send_seal()}
            help={m.office_vault_send_seal_help()}
            maxLength={80}
            {...form.text('seal')}
          />
        </div>
        <TextField label={m.office_vault_send_expected()} type="date" {...form.text('expected_on')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_vault_send_do()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
