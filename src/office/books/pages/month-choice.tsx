/** Which store's month a page of the books shows, in the address. */
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { serverNow } from '../../../ui/clock.ts'
import { Select } from '../../../ui/fields.tsx'
import { dayIn, formatMonth } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'

const MONTHS_BACK = 24
/** The last two years of a zone, the newest first. */
export function months(timeZone: string): { value: string; label: string }[] {
  const [year = 0, month = 1] = dayIn(serverNow(), timeZone).split('-').map(Number)
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const at = Date.UTC(year, month - 1 - back, 1)
    return { value: new Date(at).toISOString().slice(0, 7), label: formatMonth(at, 'UTC', language()) }
  })
}

export function useStoreAndMonth(): { store: string; month: string; choice: React.ReactNode } {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('month')
  const { store, field } = useStoreChoice(asked ? { month: asked } : {})
  const choices = months(store.time_zone)
  const month = choices.find(({ value }) => value === asked)?.value ?? choices[0]?.value ?? ''
  const choice = (
    <>
      {field}
      <Select
        label={m.office_books_month()}
        value={month}
        onChange={({ currentTarget }) =>
          setSearch({ store: store.code, month: currentTarget.value }, { replace: true })
        }
        choices={choices}
      />
    </>
  )
  return { store: store.code, month, choice }
}
