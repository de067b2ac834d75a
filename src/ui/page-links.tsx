/** Steps through the pages of a list; every page has its address. */
import { Link, useSearchParams } from 'react-router'
import * as m from '../locale/paraglide/messages.js'
import { Icon } from './icon.tsx'

export function PageLinks({ page, count }: { page: number; count: number }) {
  const [search] = useSearchParams()
  if (count < 2) return null
  const to = (number: number) => {
    const own = new URLSearchParams(search)
    own.delete('page')
    if (number > 1) own.set('page', String(number))
    return `?${own}`
  }
  const near = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === count || Math.abs(number - page) <= 1,
  )
  return (
    <nav className="mt-12 flex items-center justify-center gap-1 border-t border-line pt-6" aria-label={m.ui_pages()}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className="icon-btn" aria-label={m.ui_page_before()}>
          <Icon name="caret-left" />
        </Link>
      )}
      {near.map((number, place) => (
        <span key={number} className="flex items-center">
          {place > 0 && number - (near[place - 1] ?? 0) > 1 && <span className="px-1 text-ink-3">…</span>}
          <Link
            to={to(number)}
            className="icon-btn font-medium aria-[current=page]:bg-ink aria-[current=page]:text-paper"
            aria-current={number === page ? 'page' : undefined}
            aria-label={m.ui_page_number({ number })}
          >
            {number}
          </Link>
        </span>
      ))}
      {page < count && (
        <Link to={to(page + 1)} rel="next" className="icon-btn" aria-label={m.ui_page_after()}>
          <Icon name="caret-right" />
        </Link>
      )}
    </nav>
  )
}
