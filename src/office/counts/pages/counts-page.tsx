/** /admin/counts: blind counts of places, those to go on with first. */
import { useNavigate } from 'react-router'
import type { CountRowView } from '../../../backing/counts/count-contract.ts'
import { countStates } from '../../../backing/counts/count-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { useForm } from '../../../ui/use-form.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { DialogEnd, reasonError } from '../../kit/pages/dialog-end.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { PlaceField } from '../../kit/pages/place-field.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { CountStateTag, stateWords } from './count-words.tsx'

export const handle: OfficeHandle = { permission: 'vault.count' }

export default function CountsPage() {
  const { filter, nameOf } = useStores()
  const { moment } = useTimes()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_counts_title()}</h1>
      <p className="mb-4 max-w-[72ch] text-ink-2">{m.office_counts_lead()}</p>
      <DataTable<CountRowView>
        name={m.office_counts_title()}
        path="/vault/counts"
        filters={[
          {
            name: 'state',
            kind: 'choice',
            label: m.office_state(),
            choices: countStates.map((value) => ({ value, label: stateWords[value]() })),
          },
          filter,
        ]}
        columns={columnsOf(nameOf, moment)}
        rowId={({ count_id }) => count_id}
        rowName={({ number, place }) => `${number}, ${place}`}
        leadsTo={({ count_id }) => `/admin/counts/count?id=${count_id}`}
        empty={m.office_counts_empty()}
        action={() => <Opening />}
      />
    </>
  )
}

const columnsOf = (nameOf: (store: string) => string, moment: (text: string) => string): Column<CountRowView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, place }) => (
      <>
        <span className="tabular-nums">{number}</span> <span className="text-ink-2">{place}</span>
      </>
    ),
    phone: 'title',
  },
  { key: 'state', head: m.office_state(), cell: CountStateTag, phone: 'side' },
  { key: 'store', head: m.office_store(), cell: ({ store }) => nameOf(store) },
  {
    key: 'counters',
    head: m.office_counts_counters(),
    cell: ({ counters }) => counters.map(({ name }) => name).join(', ') || m.office_counts_nobody(),
    phone: 'below',
  },
  {
    key: 'opened',
    head: m.office_counts_opened(),
    cell: ({ opened_at }) => moment(opened_at),
    right: true,
    phone: 'below-side',
  },
]

function Opening() {
  const may = useMay()
  if (!may('vault.count')) return null
  return (
    <DialogButton kind="primary" name={m.office_counts_open()} dialog={(close) => <OpenCountDialog close={close} />} />
  )
}

function OpenCountDialog({ close }: { close: () => void }) {
  const { store } = useShell()
  const go = useNavigate()
  const form = useForm(
    { place: '', reason: '' },
    { place: (text) => (text === '' ? m.office_vault_place_error() : undefined), reason: reasonError },
  )
  const { busy, refusal, submit } = useOfficeForm(form)
  const begin = () =>
    submit(async () => {
      const { place, reason } = form.values
      const wish = { store: store.code, place, reason: reason.trim() }
      const { count_id } = await officePost<{ count_id: string }>('/vault/openCount', wish, { quiet: true })
      close()
      await go(`/admin/counts/count?id=${count_id}`)
    })
  return (
    <Dialog open onClose={close} title={m.office_counts_open_title()} text={m.office_counts_open_text()}>
      <Form form={form} onSubmit={begin}>
        <PlaceField store={store.code} field={form.text('place')} drop={() => form.set('place', '')} />
        <TextArea label={m.office_reason()} help={m.office_reason_help()} maxLength={500} {...form.text('reason')} />
        <DialogEnd confirm={m.office_counts_open()} busy={busy} refusal={refusal} close={close} />
      </Form>
    </Dialog>
  )
}
