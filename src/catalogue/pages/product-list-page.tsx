/** `/product/product`: everything on sale. Search, filters, order and page stand in the address. */
import { useEffect, useState } from 'react'
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { language } from '../../ui/language.ts'
import { EmptyState } from '../../ui/states.tsx'
import { listCategories, listProducts } from '../catalogue-queries.ts'
import { ListQuery } from '../contract.ts'
import type { Route } from './+types/product-list-page'
import { ChosenFilters, chosenFilters } from './chosen-filters.tsx'
import { Facets } from './facets.tsx'
import { changed, hrefOf } from './list-query.ts'
import { Pages } from './pages.tsx'
import { ProductCard } from './product-card.tsx'

const PAGE_SIZE = 24

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language: spoken } = context.get(pageContext)
  const visit = { store, currency, language: spoken }
  const query = readQuery(new URL(request.url).searchParams)
  return {
    list: listProducts(karat, { ...visit, page_size: PAGE_SIZE, ...query }),
    categories: listCategories(karat, visit),
  }
}

/** What the list understands of an address; the rest of it, typed by hand or grown old, is passed over. */
function readQuery(search: URLSearchParams): ListQuery {
  const fields = Object.entries(ListQuery.shape).map(
    ([name, field]) => [name, field.safeParse(search.get(name) ?? undefined)] as const,
  )
  return Object.fromEntries(
    fields.flatMap(([name, read]) => (read.success && read.data !== undefined ? [[name, read.data]] : [])),
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${m.list_title()} · Karat` },
  { name: 'description', content: m.list_description({ count: loaderData?.list.total ?? 0 }) },
]

export default function ProductListPage({ loaderData: { list, categories } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const chosen = chosenFilters(search, list)
  const category = categories.find(({ slug }) => slug === search.get('category'))
  const navigation = useNavigation()
  const busy = navigation.state === 'loading' && navigation.location.pathname === '/product/product'
  return (
    <div className="pt-7">
      <p className="small mb-3.5 text-ink-2 max-md:hidden">
        <Link to="/" className="hover:text-ink">
          {m.nav_home()}
        </Link>
        {' / '}
        <Link to="/product/product" className="hover:text-ink">
          {m.nav_shop()}
        </Link>
      </p>
      <div className="mb-5 flex items-end justify-between gap-4">
        <h1 className="h1">{category?.name ?? m.list_title()}</h1>
        <p className="small whitespace-nowrap text-ink-2" role="status">
          {m.list_count({ count: formatCount(list.total, language()) })}
        </p>
      </div>
      <div className="grid gap-6 lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-14">
        <aside className="hidden lg:block" aria-label={m.filters()}>
          <Facets list={list} categories={categories} />
        </aside>
        <section className="min-w-0" aria-label={m.list_results()} aria-busy={busy}>
          <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-4">
            <SearchField />
            <FilterSheet count={chosen.length}>
              <Facets list={list} categories={categories} />
            </FilterSheet>
            <SortField sort={list.sort} />
          </div>
          <ChosenFilters chosen={chosen} />
          {list.items.length === 0 ? (
            <EmptyState
              text={m.list_nothing()}
              action={
                <Link to="/product/product" className="btn" data-kind="ghost">
                  {m.list_show_all()}
                </Link>
              }
            />
          ) : (
            <ul
              className={`grid grid-cols-2 gap-x-3.5 gap-y-7 transition-opacity md:grid-cols-3 md:gap-x-6 md:gap-y-12 ${busy ? 'opacity-60' : ''}`}
            >
              {list.items.map((card, place) => (
                <li key={card.sku_id}>
                  <ProductCard card={card} eager={place < 6} />
                </li>
              ))}
            </ul>
          )}
          <Pages page={list.page} count={list.page_count} />
        </section>
      </div>
    </div>
  )
}

const TYPING_MS = 250

/** Searches while typing, without filling the history. */
function SearchField() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const said = search.get('q') ?? ''
  const [words, setWords] = useState(said)
  useEffect(() => setWords(said), [said])
  useEffect(() => {
    if (words.trim() === said) return
    const timer = setTimeout(
      () => void navigate(hrefOf(changed(search, { q: words.trim() })), { replace: true, preventScrollReset: true }),
      TYPING_MS,
    )
    return () => clearTimeout(timer)
  }, [words, said, search, navigate])
  return (
    <search className="relative min-w-0 max-md:w-full md:flex-1">
      <Icon name="magnifying-glass" className="pointer-events-none absolute top-3.5 left-3.5 text-ink-3" />
      <input
        type="search"
        className="control pl-10.5"
        value={words}
        maxLength={80}
        placeholder={m.search_placeholder()}
        aria-label={m.search_placeholder()}
        onChange={(event) => setWords(event.target.value)}
      />
    </search>
  )
}

const sortNames = {
  popularity: m.sort_popularity,
  price_asc: m.sort_price_asc,
  price_desc: m.sort_price_desc,
  weight: m.sort_weight,
  premium_per_gram: m.sort_premium,
  newest: m.sort_newest,
}

function SortField({ sort }: { sort: keyof typeof sortNames }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return (
    <label className="relative min-w-0 max-md:flex-1">
      <span className="sr-only">{m.sort()}</span>
      <select
        className="control font-medium"
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
      </select>
      <Icon name="caret-down" className="pointer-events-none absolute top-3.5 right-3.5" />
    </label>
  )
}

function FilterSheet({ count, children }: { count: number; children: React.ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="lg:hidden">
      <Button kind="ghost" onClick={() => setOpen(true)}>
        <Icon name="sliders-horizontal" />
        {count > 0 ? m.filters_count({ count }) : m.filters()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.filters()}>
        {children}
        <Button className="mt-2 w-full" onClick={() => setOpen(false)}>
          {m.filters_done()}
        </Button>
      </Dialog>
    </div>
  )
}
