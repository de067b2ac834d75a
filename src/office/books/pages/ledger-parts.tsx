/** What pages below the ledger have in common: the way back, and pages that follow one another by a place in the address. */
import { Link, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

export const BackToLedger = ({ store }: { store: string }) => (
  <Link to={`/admin/books/ledger?store=${store}`} className="link small min-h-11 !font-medium">
    <Icon name="arrow-left" size="s" />
    {m.office_books_ledger_back()}
  </Link>
)

type PagesProps = { name: 'after' | 'before'; next: string | null; isFirst: boolean }

/** The next page is named by the last row of this one; the browser goes back as far as it came. */
export function Pages({ name, next, isFirst }: PagesProps) {
  const [, setSearch] = useSearchParams()
  const go = (place: string | null) =>
    setSearch((before) => {
      const search = new URLSearchParams(before)
      if (place) search.set(name, place)
      else search.delete(name)
      return search
    })
  return <PageButtons next={next} isFirst={isFirst} go={go} />
}

export const PageButtons = ({ next, isFirst, go }: Omit<PagesProps, 'name'> & { go: (place: string | null) => void }) =>
  (next !== null || !isFirst) && (
    <p className="mt-3 flex justify-end gap-2">
      {!isFirst && (
        <Button kind="ghost" size="s" onClick={() => go(null)}>
          {m.office_books_ledger_first()}
        </Button>
      )}
      {next !== null && (
        <Button kind="ghost" size="s" onClick={() => go(next)}>
          {m.office_books_ledger_next()}
        </Button>
      )}
    </p>
  )
