/** Stores by their names, for filters and cells. */
import * as m from '../../../locale/paraglide/messages.js'
import { useShell } from '../../../ui/shell-data.ts'
import type { Filter } from './table-filters.tsx'

type Stores = { nameOf: (code: string) => string; currencyOf: (code: string | null) => string; filter: Filter }

export function useStores(): Stores {
  const { stores } = useShell()
  return {
    nameOf: (code) => stores.find((store) => store.code === code)?.name ?? code,
    currencyOf: (code) => stores.find((store) => store.code === code)?.currency ?? '',
    filter: {
      name: 'store',
      kind: 'choice',
      label: m.office_store(),
      choices: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
  }
}
