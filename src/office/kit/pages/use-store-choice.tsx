import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { type ShellData, useShell } from '../../../ui/shell-data.ts'

/** The store that the address names, else the reader's, and the choice of another. What else the address says goes with a change. */
export function useStoreChoice(): { store: ShellData['stores'][number]; choice: React.ReactNode } {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === (search.get('store') ?? own.code)) ?? own
  const choice = stores.length > 1 && (
    <div className="mb-5 max-w-xs">
      <Select
        label={m.office_store()}
        value={store.code}
        onChange={({ currentTarget }) => setSearch({ store: currentTarget.value }, { replace: true })}
        choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
      />
    </div>
  )
  return { store, choice }
}
