/** Stores by their names, for filters and cells. */
import * as m from '../../../locale/paraglide/messages.js'
import { useShell } from '../../../ui/shell-data.ts'
import type { Filter } from './table-filters.tsx'

export function useStores(): { nameOf: (code: string) => string; filter: Filter } {
  const { stores } = useShell()
  return {
    nameOf: (code) => stores.find((store) => store.code === code)?.name ?? code,
    filter: {
      name: 'store',
      kind: 'choice',
      label: m.office_store(),
      choices: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
  }
}
