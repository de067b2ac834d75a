/** `/home/newsDetail?id=`: one piece of news, and others like it; without an id the newest, under the address that it always has. */
import { Link } from 'react-router'
import { pageContext } from '../../http/context.ts'
import * as m from '../../locale/paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import { pageMeta } from '../../ui/page-meta.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { StructuredData } from '../../ui/structured-data.tsx'
import { OneNews } from '../contract.ts'
import { findNewest, getNews } from '../news-queries.ts'
import type { Route } from './+types/news-detail-page'
import { Article } from './article.tsx'
import { NewsCard, NewsFacts } from './news-card.tsx'
import { newsThings } from './written-data.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { karat, store, language } = context.get(pageContext)
  const reader = { store, language }
  const asked = new URL(request.url).searchParams.get('id')
  const query = OneNews.safeParse({ id: asked ?? String(await findNewest(karat.db, reader)) })
  if (!query.success) throw new Response('Page not found: /home/newsDetail', { status: 404 })
  const { id } = query.data
  return { news: await getNews(karat.db, reader, id), address: `/home/newsDetail?id=${id}` }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { title, summary, published_at, picture } = loaderData.news
  const isSquare = picture && picture.width === picture.height
  return [
    ...pageMeta(matches, {
      ...{ title, description: summary, type: 'article' },
      picture: isSquare ? (/img\/(.+)-\d+\.webp$/.exec(picture.src)?.[1] ?? null) : null,
    }),
    { property: 'article:published_time', content: published_at },
  ]
}

export default function NewsDetailPage({ loaderData: { news, address } }: Route.ComponentProps) {
  const shell = useShell()
  return (
    <>
      <StructuredData things={import.meta.env.SSR ? newsThings(news, shell) : []} />
      <article className="printed mx-auto max-w-[68ch] pt-8 md:pt-14">
        <Link to="/home/news" className="link min-h-11 print:hidden">
          <Icon name="arrow-left" size="s" /> {m.content_news_page_title()}
        </Link>
        <h1 className="h1 mt-4">{news.title}</h1>
        <p className="mt-4 text-[19px] leading-[29px] text-pretty text-ink-2">{news.summary}</p>
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 border-y border-line py-2">
          <div className="py-1">
            <NewsFacts news={news} />
            <p className="small text-ink-2">{m.content_news_author({ name: news.author })}</p>
          </div>
          <ShareButton path={address} title={news.title} className="print:hidden" />
        </div>
        {news.picture && (
          <div className="tile mt-8 aspect-[16/10]">
            <ProductPicture
              picture={news.picture}
              sizes="(min-width: 768px) 600px, 90vw"
              priority
              className="max-h-full w-[70%] object-contain"
            />
          </div>
        )}
        <div className="mt-8">
          <Article blocks={news.body} />
        </div>
      </article>
      {news.related.length > 0 && (
        <section className="mt-16 border-t border-line pt-12 md:mt-28 print:hidden" aria-labelledby="related">
          <h2 id="related" className="h2 mb-8">
            {m.content_news_related()}
          </h2>
          <ul className="grid gap-x-6 gap-y-12 md:grid-cols-3">
            {news.related.map((one) => (
              <li key={one.id}>
                <NewsCard news={one} level={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
