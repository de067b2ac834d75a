/** Kept views of the list of orders, and which of its columns stand: both are the address of the list. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { OrderViewView } from '../../../orders/views/view-contract.ts'
import { chosenColumns, tidySearch, type ViewColumn, viewColumns } from '../../../orders/views/view-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Checkbox, Select, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { DialogEnd } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

const columnWords: Record<ViewColumn, () => string> = {
  state: m.office_order_state,
  buyer: m.office_buyer,
  what: m.office_orders_what,
  weight: m.office_orders_weight,
  delivery: m.office_orders_delivery,
  total: m.office_orders_total,
  ordered: m.office_orders_ordered,
  age: m.office_orders_since,
}

export function OrdersViews() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { data, reload } = useOffice<{ views: OrderViewView[] }>('/orders/views')
  const [open, setOpen] = useState(false)
  const views = data?.views ?? []
  const here = tidySearch(search.toString())
  const current = views.find((view) => view.search === here)
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      {views.length > 0 && (
        <div className="w-full max-w-72">
          <Select
            label={m.office_orders_view()}
            empty={m.office_orders_view_none()}
            choices={views.map(({ view_id, name, mine, by }) => ({
              value: view_id,
              label: mine ? name : m.office_orders_view_of({ name, by }),
            }))}
            value={current?.view_id ?? ''}
            onChange={({ target }) => {
              const chosen = views.find(({ view_id }) => view_id === target.value)
              void navigate(`?${chosen?.search ?? ''}`)
            }}
          />
        </div>
      )}
      <Button kind="ghost" size="s" onClick={() => setOpen(true)}>
        {m.office_orders_view_columns()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.office_orders_view_columns()}
        text={m.office_orders_view_text()}
      >
        <ViewForm key={String(open)} current={current} reload={reload} close={() => setOpen(false)} />
      </Dialog>
    </div>
  )
}

type FormProps = { current: OrderViewView | undefined; reload: () => Promise<void>; close: () => void }

function ViewForm({ current, reload, close }: FormProps) {
  const [search, setSearch] = useSearchParams()
  const chosen = chosenColumns(search.get('cols'))
  const form = useForm({ name: current?.mine ? current.name : '', shared: current?.shared ?? false }, {})
  const { busy, refusal, submit } = useOfficeForm(form)

  function toggle(column: ViewColumn) {
    const next = viewColumns.filter((one) => (one === column ? !chosen.includes(one) : chosen.includes(one)))
    if (next.length === 0) return
    const changed = new URLSearchParams(search)
    if (next.length === viewColumns.length) changed.delete('cols')
    else changed.set('cols', next.join(','))
    setSearch(changed, { replace: true })
  }

  async function keep() {
    const { name, shared } = form.values
    if (name.trim()) {
      await officePost('/orders/saveView', { name: name.trim(), search: search.toString(), shared }, { quiet: true })
      toastDone(m.office_orders_view_saved({ name: name.trim() }))
      await reload()
    }
    close()
  }

  async function remove(view: OrderViewView) {
    await officePost('/orders/removeView', { view_id: view.view_id }, { quiet: true })
    toastDone(m.office_orders_view_removed({ name: view.name }))
    await reload()
    close()
  }

  return (
    <Form form={form} onSubmit={() => submit(keep)} className="grid gap-4">
      <fieldset className="grid grid-cols-2 gap-x-4">
        <legend className="sr-only">{m.office_orders_view_columns()}</legend>
        {viewColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnWords[column]()}
            checked={chosen.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </fieldset>
      <TextField
        label={m.office_orders_view_name()}
        help={m.office_orders_view_name_help()}
        maxLength={60}
        {...form.text('name')}
      />
      <Checkbox
        label={m.office_orders_view_shared()}
        checked={form.values.shared}
        onChange={({ target }) => form.set('shared', target.checked)}
      />
      <DialogEnd confirm={m.office_orders_view_keep()} busy={busy} refusal={refusal} close={close} />
      {current?.mine && (
        <Button kind="ghost" size="s" className="justify-self-start" onClick={() => submit(() => remove(current))}>
          {m.office_orders_view_remove({ name: current.name })}
        </Button>
      )}
    </Form>
  )
}
