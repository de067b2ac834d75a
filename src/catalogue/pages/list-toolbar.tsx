/** Search, order, and what the cards show; on a phone the filters as chips that open a sheet. */
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { List } from '../../ui/control.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { language } from '../../ui/language.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import type { ProductListView } from '../contract.ts'
import { KeptFields } from './kept-fields.tsx'
import { changed, hrefOf } from './list-query.ts'

type Props = {
  list: ProductListView
  chosen: number
  facets: ReactNode
  /** The chosen filters, on a wide screen before what the cards show. */
  children: ReactNode
  comparing: boolean
  onCompare: () => void
}

export function ListToolbar({ list, chosen, facets, comparing, onCompare, children }: Props) {
  const [search] = useSearchParams()
  const buyback = search.get('show') === 'buyback'
  return (
    <div className="mb-4 lg:mb-5">
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <SearchBox words={search.get('q') ?? ''} hrefFor={(words) => hrefOf(changed(search, { q: words }))}>
            <KeptFields but={['q']} />
          </SearchBox>
        </div>
        <div className="max-lg:hidden">
          <SortField sort={list.sort} look="control" />
        </div>
      </div>
      <div className="chip-row mt-2 lg:mt-3">
        <FilterSheet count={chosen} total={list.total}>
          {facets}
        </FilterSheet>
        <div className="lg:hidden">
          <SortField sort={list.sort} look="chip" />
        </div>
        <Link
          to={hrefOf(changed(search, { in_stock: search.get('in_stock') ? '' : '1' }))}
          preventScrollReset
          className="chip lg:hidden"
          data-on={search.get('in_stock') === '1'}
        >
          {m.catalogue_facet_in_stock()}
        </Link>
        <div className="min-w-0 flex-1 max-lg:hidden">{children}</div>
        <Link
          to={hrefOf(changed(search, { show: buyback ? '' : 'buyback', page: search.get('page') ?? '' }))}
          preventScrollReset
          className="chip"
          data-on={buyback}
          rel="nofollow"
        >
          {buyback ? m.catalogue_list_buyback_hide() : m.catalogue_list_buyback_show()}
        </Link>
        <Chip icon="scales" pressed={comparing} onClick={onCompare}>
          {m.catalogue_compare()}
        </Chip>
      </div>
      <div className="lg:hidden">{children}</div>
    </div>
  )
}

const Chip = ({
  icon,
  pressed,
  onClick,
  children,
}: {
  icon: IconName
  pressed: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button type="button" className="chip" aria-pressed={pressed} onClick={onClick}>
    <Icon name={icon} size="s" />
    {children}
  </button>
)

const sortNames = {
  popularity: m.catalogue_sort_popularity,
  price_asc: m.catalogue_sort_price_asc,
  price_desc: m.catalogue_sort_price_desc,
  weight: m.catalogue_sort_weight,
  premium_per_gram: m.catalogue_sort_premium,
  newest: m.catalogue_sort_newest,
}

function SortField({ sort, look }: { sort: keyof typeof sortNames; look: 'control' | 'chip' }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <form action="/product/product" className="flex items-center gap-2">
      <KeptFields but={['sort']} />
      <label className="relative block min-w-0">
        <span className="sr-only">{m.catalogue_sort()}</span>
        <List
          name="sort"
          className={look === 'chip' ? 'chip appearance-none bg-transparent pr-8' : 'control font-medium'}
          value={sort}
          onChange={(event) =>
            void navigate(hrefOf(changed(search, { sort: event.target.value })), { preventScrollReset: true })
          }
        >
          {Object.entries(sortNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name()}
            </option>
          ))}
        </List>
        <Icon
          name="caret-down"
          size={look === 'chip' ? 's' : 'm'}
          className={`pointer-events-none absolute ${look === 'chip' ? 'top-2 right-2.5' : 'top-3.5 right-3.5'}`}
        />
      </label>
      <noscript>
        <Button type="submit" kind="ghost">
          {m.catalogue_filters_apply()}
        </Button>
      </noscript>
    </form>
  )
}

function FilterSheet({ count, total, children }: { count: number; total: number; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="lg:hidden">
      <button type="button" className="chip" aria-haspopup="dialog" data-on={count > 0} onClick={() => setOpen(true)}>
        <Icon name="sliders-horizontal" size="s" />
        {count > 0 ? m.catalogue_filters_count({ count }) : m.catalogue_filters()}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.catalogue_filters()}>
        {children}
        <div className="sticky -bottom-8 -mx-5 -mb-8 border-t border-line bg-raised px-5 pt-3 pb-6">
          <Button className="w-full" onClick={() => setOpen(false)}>
            {m.catalogue_filters_show({ count: formatCount(total, language()) })}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}
