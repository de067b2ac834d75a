/** What was chosen, each removable by itself. */
import { Link, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { ProductListView } from '../contract.ts'
import { changed, hrefOf, toggled, withoutFilters } from './list-query.ts'

type Chosen = { key: string; name: string; label: string; without: URLSearchParams }

/** Every chosen filter in words, with the address that gives it up. */
export function chosenFilters(search: URLSearchParams, { facets, currency }: ProductListView): Chosen[] {
  const listed = (['category', 'karat', 'weight', 'brand', 'form'] as const).flatMap((name) =>
    facets[name]
      .filter(({ chosen }) => chosen)
      .map(({ value, label }) => ({ key: `${name}:${value}`, name, label, without: toggled(search, name, value) })),
  )
  const single = (name: string, label: (value: string) => string): Chosen[] => {
    const value = search.get(name)
    return value ? [{ key: name, name, label: label(value), without: changed(search, { [name]: '' }) }] : []
  }
  return [
    ...listed,
    ...single('price_from', (amount) => `${m.catalogue_facet_price_from()} ${money({ amount, currency })}`),
    ...single('price_to', (amount) => `${m.catalogue_facet_price_to()} ${money({ amount, currency })}`),
    ...single('in_stock', () => m.catalogue_facet_in_stock()),
  ]
}

export function ChosenFilters({ chosen }: { chosen: Chosen[] }) {
  const [search] = useSearchParams()
  if (chosen.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 max-lg:mt-2">
      {chosen.map(({ key, label, without }) => (
        <Link
          key={key}
          to={hrefOf(without)}
          preventScrollReset
          className="chip hover:border-line-strong"
          aria-label={m.catalogue_filter_remove({ name: label })}
        >
          {label} <Icon name="x" size="s" />
        </Link>
      ))}
      <Link to={hrefOf(withoutFilters(search))} preventScrollReset className="link ml-2 text-sm">
        {m.catalogue_filters_clear()}
      </Link>
    </div>
  )
}
