/** /admin/cases/lists: the lists that members are compared with, and a new version of one. */
import { useState } from 'react'
import { type ListFault, type ListProblem, listColumns } from '../../../cases/list-file-rules.ts'
import type { ListReadView, ListsView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { ApiError } from '../../../ui/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldError, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toastDone } from '../../../ui/toast.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { Facts } from '../../kit/pages/detail.tsx'
import { reasonError } from '../../kit/pages/dialog-end.tsx'
import { FileButton } from '../../kit/pages/file-button.tsx'
import { officePost } from '../../kit/pages/office-client.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { useOfficeForm } from '../../kit/pages/use-office-form.ts'

export const handle: OfficeHandle = { permission: 'cases.see' }

export default function ListsPage() {
  const may = useMay()
  const { data, failed, reload } = useOffice<ListsView>('/cases/lists')
  return (
    <>
      <h1 className="office-h1">{m.office_cases_title()}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">{m.office_cases_lists_lead()}</p>
      <OfficeTabs />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-2">
        <section className="office-panel" aria-label={m.office_cases_lists()}>
          {failed && !data && (
            <ErrorState
              title={m.office_table_error()}
              action={<Button onClick={reload}>{m.office_try_again()}</Button>}
            />
          )}
          {!data && !failed && <Skeleton className="h-24" />}
          {data && <Known of={data} />}
        </section>
        {may('cases.read_list') && <ReadList done={reload} />}
      </div>
    </>
  )
}

function Known({ of: { behind, lists } }: { of: ListsView }) {
  const { moment } = useTimes()
  if (lists.length === 0) return <p className="text-ink-2">{m.office_cases_lists_none()}</p>
  return (
    <>
      <Facts
        facts={lists.map(({ source, version, entries, read_at: at, read_by: by }) => ({
          label: source,
          value: (
            <>
              {m.office_cases_lists_version({ version, entries })}
              <span className="fine block text-ink-2">{[by, moment(at)].filter(Boolean).join(' · ')}</span>
            </>
          ),
        }))}
      />
      {behind > 0 && <p className="mt-4 small">{m.office_cases_lists_behind({ n: behind })}</p>}
    </>
  )
}

const faultWords: Record<ListProblem, () => string> = {
  unreadable: m.office_cases_fault_unreadable,
  no_lines: m.office_cases_fault_no_lines,
  too_many_lines: m.office_cases_fault_too_many_lines,
  column_missing: m.office_cases_fault_column_missing,
  reference: m.office_cases_fault_reference,
  reference_twice: m.office_cases_fault_reference_twice,
  name: m.office_cases_fault_name,
  birth_date: m.office_cases_fault_birth_date,
  number: m.office_cases_fault_number,
}

const useListForm = () =>
  useForm(
    { source: '', text: '', reason: '' },
    {
      source: (text) =>
        /^[A-Za-z0-9][A-Za-z0-9 ._-]{1,39}$/.test(text.trim()) ? undefined : m.office_cases_lists_source_error(),
      text: (text) => (text.trim() === '' ? m.office_cases_lists_lines_error() : undefined),
      reason: reasonError,
    },
  )

function ReadList({ done }: { done: () => Promise<void> }) {
  const [faults, setFaults] = useState<ListFault[]>([])
  const form = useListForm()
  const { busy, refusal, submit } = useOfficeForm(form, ({ error, data }: ApiError) => {
    if (error !== 'import_wrong') return false
    setFaults(data.faults as ListFault[])
    return true
  })
  const read = () => {
    setFaults([])
    return submit(async () => {
      const { source, text, reason } = form.values
      const wish = { source: source.trim(), text, reason: reason.trim() }
      const { added, unchanged, ended } = await officePost<ListReadView>('/cases/readList', wish, { quiet: true })
      toastDone(m.office_cases_lists_done({ added, unchanged, ended }))
      form.clear('source', 'text', 'reason')
      await done()
    })
  }
  return (
    <section className="office-panel">
      <h2 className="h3 mb-2">{m.office_cases_lists_new()}</h2>
      <p className="small mb-4 text-ink-2">{m.office_cases_lists_columns({ columns: listColumns.join(', ') })}</p>
      <Form form={form} onSubmit={read}>
        <TextField label={m.office_cases_lists_source()} maxLength={40} autoComplete="off" {...form.text('source')} />
        <ChosenFile take={(text) => form.set('text', text)} />
        <TextArea
          label={m.office_cases_lists_lines()}
          rows={6}
          spellCheck={false}
          autoComplete="off"
          {...form.text('text')}
        />
        {faults.length > 0 && <Faults faults={faults} />}
        <TextArea label={m.office_reason()} rows={2} maxLength={500} {...form.text('reason')} />
        {refusal && <FieldError>{refusal}</FieldError>}
        <div>
          <Button type="submit" busy={busy}>
            {m.office_cases_lists_read()}
          </Button>
        </div>
      </Form>
    </section>
  )
}

const ChosenFile = ({ take }: { take: (text: string) => void }) => (
  <div>
    <FileButton name={m.office_cases_lists_file()} kind="text" take={(file) => void file.text().then(take)} />
  </div>
)

const Faults = ({ faults }: { faults: ListFault[] }) => (
  <div role="alert">
    <p className="mb-1">{m.office_cases_lists_faults()}</p>
    <ul className="small">
      {faults.map(({ line, problem, value }) => (
        <li key={`${line} ${problem}`} className="break-words">
          {m.office_cases_fault_line({ line, problem: faultWords[problem]() })}
          {value && <span className="text-ink-2"> {value}</span>}
        </li>
      ))}
    </ul>
  </div>
)
