/** `/home/news`: what the house has to say, the newest first. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { PageHead } from '../../ui/page-head.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { EmptyState } from '../../ui/states.tsx'
import { NewsQuery } from '../contract.ts'
import { listNews } from '../news-queries.ts'
import type { Route } from './+types/news-page'
import { NewsCard, newsCategories } from './news-card.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  const search = new URL(request.url).searchParams
  const read = <T,>(field: { safeParse: (value: unknown) => { success: boolean; data?: T } }, name: string) =>
    field.safeParse(search.get(name) ?? undefined).data
  const category = read(NewsQuery.shape.category, 'category')
  const page = read(NewsQuery.shape.page, 'page')
  const news = await listNews(
    karat.db,
    { store, language },
    { ...(category ? { category } : {}), ...(page ? { page } : {}) },
  )
  return { news, category: category ?? null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: m.content_news_page_title(), description: m.content_news_lead() })

export default function NewsPage({ loaderData: { news, category } }: Route.ComponentProps) {
  const isFront = !category && news.page === 1
  const [first, ...others] = news.items
  const rest = isFront ? others : news.items
  return (
    <>
      <PageHead title={m.content_news_page_title()} lead={m.content_news_lead()}>
        <nav className="mt-7 flex flex-wrap gap-x-2 gap-y-3" aria-label={m.content_news_kinds()}>
          <Kind to="/home/news" name={m.content_news_every()} current={!category} />
          {Object.entries(newsCategories).map(([kind, name]) => (
            <Kind key={kind} to={`/home/news?category=${kind}`} name={name()} current={kind === category} />
          ))}
        </nav>
      </PageHead>
      {news.items.length === 0 && <EmptyState text={m.content_news_nothing()} />}
      {isFront && first && (
        <div className="border-b border-line pb-12 md:pb-16">
          <NewsCard news={first} lead />
        </div>
      )}
      {rest.length > 0 && (
        <ul className="grid gap-x-6 gap-y-12 pt-12 md:grid-cols-2 md:pt-16 lg:grid-cols-3 xl:grid-cols-4">
          {rest.map((one) => (
            <li key={one.id}>
              <NewsCard news={one} />
            </li>
          ))}
        </ul>
      )}
      <PageLinks page={news.page} count={news.page_count} />
    </>
  )
}

const Kind = ({ to, name, current }: { to: string; name: string; current: boolean }) => (
  <Link to={to} className="chip" aria-current={current ? 'true' : undefined}>
    {name}
  </Link>
)
