/** Asks a second person to send bars from one place of a store to another. */
import { useState } from 'react'
import type { BarRow } from '../../../backing/register/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { PlaceField } from '../../kit/pages/place-field.tsx'
import { SearchField } from '../../kit/pages/table-filters.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { BarChecks } from './bar-checks.tsx'

type BarsFound = { total: number; rows: BarRow[] }
/** By their ids. */
type Ticked = ReadonlyMap<string, BarRow>
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
  const [ticked, setTicked] = useState<Ticked>(new Map())
  const [lacking, setLacking] = useState(false)
  const { busy, refusal, submit } = useOfficeForm(form)
  const { from } = form.values
  const chosen = [...ticked.values()].filter(({ place }) => place === from)
  const send = () => {
    setLacking(chosen.length === 0)
    return submit(async () => {
      if (chosen.length === 0) return
      const { carrier, seal, reason, ...rest } = form.values
      const wish = { ...rest, carrier: carrier.trim(), seal: seal.trim(), reason: reason.trim() }
      await officePost('/vault/send', { store, ...wish, bar_ids: chosen.map(({ id }) => id) }, { quiet: true })
      toastDone(m.office_vault_send_done())
      await done()
      close()
    })
  }
  return (
    <Dialog open onClose={close} title={m.office_vault_send_title()} text={m.office_vault_send_text()}>
      <Form form={form} onSubmit={send}>
        <PlaceField
          store={store}
          label={m.office_vault_from_place()}
          field={form.text('from')}
          drop={() => form.set('from', '')}
        />
        <PlaceField
          store={store}
          label={m.office_vault_to_place()}
          except={from}
          field={form.text('to')}
          drop={() => form.set('to', '')}
        />
        {from && (
          <FreeBars
            key={from}
            {...{ store, from, chosen, setTicked }}
            error={lacking && chosen.length === 0 ? m.office_vault_bars_error() : undefined}
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

type FreeBarsProps = {
  store: string
  from: string
  chosen: BarRow[]
  setTicked: (ticked: Ticked) => void
  error: string | undefined
}

/** Free bars of a place, searched where they are many; those that are ticked stay in the list, whatever is searched for. */
function FreeBars({ store, from, chosen, setTicked, error }: FreeBarsProps) {
  const [q, setQ] = useState('')
  const { data } = useOffice<BarsFound>('/vault/bars', {
    ...{ store, place: from, state: 'available', size: 100, q: q.slice(0, 60) },
  })
  const found = data?.rows ?? []
  const total = data?.total ?? 0
  const bars = [...chosen.filter(({ id }) => !found.some((bar) => bar.id === id)), ...found]
  return (
    <>
      <SearchField label={m.office_vault_search()} value={q} set={setQ} />
      <BarChecks
        legend={m.office_vault_send_bars()}
        bars={bars.map(({ id, serial, maker, fine_weight: fine }) => ({ id, serial, maker, fine }))}
        chosen={chosen.map(({ id }) => id)}
        choose={(ids) => setTicked(new Map(bars.filter(({ id }) => ids.includes(id)).map((bar) => [bar.id, bar])))}
        empty={data === null ? m.office_loading() : q ? m.office_table_empty_filtered() : m.office_vault_send_none()}
        error={error}
      />
      <p className="small text-ink-2" aria-live="polite">
        {total > found.length && m.office_vault_send_shown({ n: found.length, total })}
      </p>
    </>
  )
}
