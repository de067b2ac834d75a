import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Select } from '../../../ui/fields.tsx'
import { type ShellData, useShell } from '../../../ui/shell-data.ts'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'journals', to: '/admin/books', name: m.office_books_tab_journals },
  { at: 'invoices', to: '/admin/books/invoices', name: m.office_books_tab_invoices },
  { at: 'takings', to: '/admin/books/takings', name: m.office_books_tab_takings },
  { at: 'chart', to: '/admin/books/chart', name: m.office_books_tab_chart },
] as const

export const BooksTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_books_title()} tabs={tabs} at={at} />
)

/** The store that the address names, else the reader's, and the choice of another. What else the address says goes with a change. */
export function useBooksStore(): { store: ShellData['stores'][number]; choice: React.ReactNode } {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === (search.get('store') ?? own.code)) ?? own
  const choice = stores.length > 1 && (
    <div className="mb-4 max-w-xs">
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
