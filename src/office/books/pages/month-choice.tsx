/** Which store's month a page of the books shows, in the address. */
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { serverNow } from '../../../ui/clock.ts'
import { Select } from '../../../ui/fields.tsx'
import { formatMonth } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useShell } from '../../../ui/shell-data.ts'

const MONTHS_BACK = 24
/** The last two years, the newest first. */
export function months(): { value: string; label: string }[] {
  const now = new Date(serverNow())
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)
    return { value: new Date(at).toISOString().slice(0, 7), label: formatMonth(at, 'UTC', language()) }
  })
}

export function useStoreAndMonth(): { store: string; month: string; choice: React.ReactNode } {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const choices = months()
  const store = stores.find(({ code }) => code === search.get('store'))?.code ?? own.code
  const month = choices.find(({ value }) => value === search.get('month'))?.value ?? choices[0]?.value ?? ''
  const set = (name: 'store' | 'month', value: string) => setSearch({ store, month, [name]: value }, { replace: true })
  const choice = (
    <>
      {stores.length > 1 && (
        <Select
          label={m.office_store()}
          value={store}
          onChange={({ currentTarget }) => set('store', currentTarget.value)}
          choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <Select
        label={m.office_books_month()}
        value={month}
        onChange={({ currentTarget }) => set('month', currentTarget.value)}
        choices={choices}
      />
    </>
  )
  return { store, month, choice }
}
