/** /admin/content/entry: one entry, written in three languages; `?id=` for one that there is, `?kind=` alone for a new one. */
import { useSearchParams } from 'react-router'
import { type EntryKind, kindNames } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import type { ChoicesView, EntryView } from '../content-contract.ts'
import { kindWords } from './content-words.ts'
import { EntryForm } from './entry-form.tsx'

export const handle: OfficeHandle = { permission: 'content.see' }

export default function EntryPage() {
  const [search, setSearch] = useSearchParams()
  const kind = (kindNames.includes(search.get('kind') as EntryKind) ? search.get('kind') : 'news') as EntryKind
  const id = search.get('id')
  const entry = useOffice<EntryView>(id === null ? null : '/content/entry', { kind, id: id ?? '' })
  const choices = useOffice<ChoicesView>('/content/choices')
  const failed = (entry.failed && !entry.data) || choices.failed
  const isThere = choices.data !== null && (id === null || entry.data !== null)
  return (
    <>
      <h1 className="office-h1 mb-4">
        {id === null ? m.office_content_new_of({ kind: kindWords[kind]() }) : kindWords[kind]()}
      </h1>
      {failed && (
        <ErrorState
          title={m.office_table_error()}
          action={<Button onClick={entry.failed ? entry.reload : choices.reload}>{m.office_try_again()}</Button>}
        />
      )}
      {!failed && !isThere && <Skeleton className="h-96" />}
      {!failed && isThere && choices.data && (
        <EntryForm
          key={`${kind} ${id}`}
          kind={kind}
          first={id === null ? null : entry.data}
          choices={choices.data}
          added={(newId) => setSearch({ kind, id: String(newId) }, { replace: true })}
        />
      )}
    </>
  )
}
