/** Asking for a price window: its bounds, what it would do to which sales, and then a second person. */
import { useState } from 'react'
import * as m from '../../../locale/paraglide/messages.js'
import type { WindowPreviewView } from '../../../orders/price-windows/window-contract.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, Select, TextField } from '../../../ui/fields.tsx'
import { money } from '../../../ui/figures.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { useForm } from '../../../ui/use-form.ts'
import { officePost } from '../../kit/pages/office-client.ts'
import { useReasonDialog } from '../../kit/pages/reason-dialog.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { SalesTable } from './sales-table.tsx'
import { doesWords } from './window-words.ts'

type Bounds = { store: string; from: string; to: string }
type Looked = { bounds: Bounds; preview: WindowPreviewView }

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))
const boundError = (text: string) => (isMoment(text) ? undefined : m.office_windows_bounds_error())

export function WindowForm({ reload }: { reload: () => Promise<void> }) {
  const { stores, store } = useShell()
  const [looked, setLooked] = useState<Looked>()
  const form = useForm({ store: store.code, from: '', to: '' }, { from: boundError, to: boundError })
  const { busy, refusal, submit } = useOfficeForm(form)
  const { second } = useTimes()
  /** Browsers show it in their own way and the device's zone, so below stands what was chosen, in the store's. */
  const said = (text: string) => (isMoment(text) ? second(new Date(text).toISOString()) : m.office_windows_zone())

  async function look() {
    const { values } = form
    const bounds = {
      store: values.store,
      from: new Date(values.from).toISOString(),
      to: new Date(values.to).toISOString(),
    }
    setLooked(undefined)
    setLooked({ bounds, preview: await officePost<WindowPreviewView>('/windows/preview', bounds, { quiet: true }) })
  }

  return (
    <section className="office-panel grid gap-4" aria-label={m.office_windows_look()}>
      <Form form={form} onSubmit={() => submit(look)} className="grid gap-4">
        <div className="grid items-start gap-4 md:grid-cols-3">
          <Select
            label={m.office_store()}
            choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
            {...form.text('store')}
          />
          <TextField
            label={m.office_windows_from()}
            help={said(form.values.from)}
            type="datetime-local"
            step="1"
            {...form.text('from')}
          />
          <TextField
            label={m.office_windows_to()}
            help={said(form.values.to)}
            type="datetime-local"
            step="1"
            {...form.text('to')}
          />
        </div>
        {refusal && <FieldError>{refusal}</FieldError>}
        <div>
          <Button type="submit" kind="ghost" busy={busy}>
            {m.office_windows_look()}
          </Button>
        </div>
      </Form>
      {looked && <Preview looked={looked} reload={reload} />}
    </section>
  )
}

function Preview({ looked: { bounds, preview }, reload }: { looked: Looked; reload: () => Promise<void> }) {
  const { second } = useTimes()
  const { ask, dialog } = useReasonDialog(reload)
  const asks = preview.asks.map(({ ask: amount, currency }) => money({ amount, currency })).join(' · ')
  const propose = () =>
    ask({
      title: m.office_windows_propose_title(),
      text: m.office_windows_propose_text(),
      confirm: m.office_windows_propose(),
      tone: 'danger',
      run: (reason) => officePost('/windows/propose', { ...bounds, reason }, { quiet: true }),
      done: m.office_windows_proposed(),
    })
  return (
    <div className="grid gap-3 border-t border-line pt-4" role="status">
      <p>{m.office_windows_level({ asks, time: second(preview.level_at) })}</p>
      {preview.sales.length === 0 ? (
        <p className="text-ink-2">{m.office_windows_nothing()}</p>
      ) : (
        <>
          <p className="font-semibold">{m.office_windows_counts(preview.counts)}</p>
          <SalesTable sales={preview.sales} what={({ does, because }) => doesWords(does, because)} />
          <div>
            <Button kind="danger" onClick={propose}>
              {m.office_windows_propose()}
            </Button>
          </div>
        </>
      )}
      {dialog}
    </div>
  )
}
