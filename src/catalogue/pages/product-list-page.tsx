/** `/product/product`: everything on sale. Search, filters, order and page stand in the address. */
import { Suspense, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { formatCount } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { later } from '../../ui/later.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { listCategories, listProducts } from '../catalogue-queries.ts'
import { type CategoryListView, ListQuery, type ProductListView } from '../contract.ts'
import type { Route } from './+types/product-list-page'
import { CardSkeletons, useListBusy } from './card-skeletons.tsx'
import { ChosenFilters, chosenFilters } from './chosen-filters.tsx'
import { useCompared } from './compare-choice.ts'
import { CompareToggle } from './compare-toggle.tsx'
import { ListNothing, type Way } from './list-nothing.tsx'
import { rememberPlace, useReturnToPlace } from './list-place.ts'
import { filterNames } from './list-query.ts'
import { ProductCard } from './product-card.tsx'

const PAGE_SIZE = 24
const Facets = later(async () => (await import('./facets.tsx')).Facets, { until: 'touched' })
const ListToolbar = later(async () => (await import('./list-toolbar.tsx')).ListToolbar, { until: 'touched' })
const CompareTray = later(async () => (await import('./compare-tray.tsx')).CompareTray, { until: 'mounted' })

export function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, currency, language: spoken } = context.get(pageContext)
  const visit = { store, currency, language: spoken }
  const query = readQuery(new URL(request.url).searchParams)
  const list = listProducts(karat, { ...visit, page_size: PAGE_SIZE, ...query })
  const without = (name: keyof ListQuery) =>
    listProducts(karat, { ...visit, ...query, page: 1, page_size: 1, [name]: undefined }).total
  const given = list.total > 0 ? [] : (['q', ...filterNames] as const).filter((name) => query[name] !== undefined)
  const ways = given.map((name): Way => ({ name, total: without(name) })).filter(({ total }) => total > 0)
  return { list, categories: listCategories(karat, visit), ways }
}

/** What the list understands of an address; the rest of it, typed by hand or grown old, is passed over. */
function readQuery(search: URLSearchParams): ListQuery {
  const fields = Object.entries(ListQuery.shape).map(
    ([name, field]) => [name, field.safeParse(search.getAll(name).filter(Boolean).join(',') || undefined)] as const,
  )
  return Object.fromEntries(
    fields.flatMap(([name, read]) => (read.success && read.data !== undefined ? [[name, read.data]] : [])),
  )
}

export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const title = categoryOf(location.search, loaderData?.categories ?? [])?.name ?? m.catalogue_list_title()
  const page = new URLSearchParams(location.search).get('page') ?? '1'
  return pageMeta(matches, {
    title: page === '1' ? title : `${title} · ${page}`,
    description: m.catalogue_list_description({ count: loaderData?.list.total ?? 0 }),
  })
}

const categoryOf = (search: string, categories: CategoryListView) =>
  categories
    .flatMap((root) => [root, ...root.children])
    .find(({ slug }) => slug === new URLSearchParams(search).get('category'))

export default function ProductListPage({ loaderData: { list, categories, ways } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const chosen = chosenFilters(search, list)
  const category = categoryOf(search.toString(), categories)
  const picks = useCompared()
  const [asked, setAsked] = useState(false)
  const comparing = asked || picks.length > 0
  useReturnToPlace()
  const facets = <Facets list={list} categories={categories} />
  const words = search.get('q')
  return (
    <div className="pt-5 md:pt-7">
      <Path />
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-1 md:mb-5">
        <h1 className="h1 min-w-0">
          {words ? m.catalogue_list_title_search({ words }) : (category?.name ?? m.catalogue_list_title())}
        </h1>
        <p className="small whitespace-nowrap text-ink-2" role="status">
          {list.total === 1
            ? m.catalogue_list_one()
            : m.catalogue_list_count({ count: formatCount(list.total, language()) })}
        </p>
      </div>
      {!words && category?.text && <p className="mb-5 max-w-[68ch] text-pretty text-ink-2">{category.text}</p>}
      <div className="grid gap-6 lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-14">
        <aside className="hidden lg:block" aria-label={m.catalogue_filters()}>
          {facets}
        </aside>
        <section className="min-w-0" aria-label={m.catalogue_list_results()}>
          <ListToolbar
            list={list}
            chosen={chosen.length}
            facets={facets}
            comparing={comparing}
            onCompare={() => setAsked(!asked)}
          >
            <ChosenFilters chosen={chosen} />
          </ListToolbar>
          {list.items.length === 0 ? (
            <ListNothing ways={ways} labelOf={(name) => labelsOf(name, chosen, words)} />
          ) : (
            <Cards list={list} comparing={comparing} />
          )}
          <PageLinks page={list.page} count={list.page_count} />
        </section>
      </div>
      {picks.length > 0 && <CompareTray />}
    </div>
  )
}

const labelsOf = (name: string, chosen: { name: string; label: string }[], words: string | null): string =>
  name === 'q'
    ? `“${words ?? ''}”`
    : chosen
        .filter((one) => one.name === name)
        .map(({ label }) => label)
        .join(', ')

function Cards({ list, comparing }: { list: ProductListView; comparing: boolean }) {
  const { search: address } = useLocation()
  const [search] = useSearchParams()
  const busy = useListBusy()
  if (busy === 'long') return <CardSkeletons count={list.items.length} />
  return (
    <ul className="card-grid transition-opacity" data-busy={busy !== null} aria-busy={busy !== null}>
      {list.items.map((card, place) => (
        <li key={card.sku_id}>
          {/* Each comes to life by itself: one long task less. */}
          <Suspense>
            <ProductCard
              card={card}
              eager={place < 3}
              buyback={search.get('show') === 'buyback'}
              onOpen={() => rememberPlace(address, card.sku_id)}
              foot={comparing && <CompareToggle pick={card} look="chip" />}
            />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}

const Path = () => (
  <nav className="small mb-3.5 text-ink-2 max-md:hidden" aria-label={m.ui_breadcrumb()}>
    <Link to="/" className="hover:text-ink">
      {m.ui_nav_home()}
    </Link>
    {' / '}
    <Link to="/product/product" className="hover:text-ink">
      {m.ui_nav_shop()}
    </Link>
  </nav>
)
