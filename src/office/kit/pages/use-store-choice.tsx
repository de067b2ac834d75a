import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { type ShellData, useShell } from '../../../ui/shell-data.ts'

type Choice = {
  store: ShellData['stores'][number]
  /** The field alone, for a page that has others beside it; null where there is one store. */
  field: React.ReactNode
  choice: React.ReactNode
}

/** The store that the address names, else the reader's, and the choice of another. What else the address says goes with a change, but `kept`. */
export function useStoreChoice(kept: Record<string, string> = {}): Choice {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === (search.get('store') ?? own.code)) ?? own
  const field = stores.length > 1 && (
    <Select
      label={m.office_store()}
      value={store.code}
      onChange={({ currentTarget }) => setSearch({ ...kept, store: currentTarget.value }, { replace: true })}
      choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
  return { store, field, choice: field && <div className="mb-5 max-w-xs">{field}</div> }
}
