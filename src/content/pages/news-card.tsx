import { Link } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { formatDay } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { ProductPicture } from '../../ui/picture.tsx'
import { useShell } from '../../ui/shell-data.ts'
import { Kawung } from '../../ui/wordmark.tsx'
import type { NewsBriefView } from '../contract.ts'

export const newsCategories = {
  house: m.content_news_house,
  market: m.content_news_market,
  product: m.content_news_product,
  guide: m.content_news_guide,
}

export function NewsCard({ news, lead = false, level = 2 }: { news: NewsBriefView; lead?: boolean; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article
      className={`group relative grid gap-4 ${lead ? 'lg:grid-cols-[7fr_5fr] lg:items-center lg:gap-14' : 'content-start'}`}
    >
      <NewsPicture news={news} lead={lead} />
      <div>
        <NewsFacts news={news} />
        <Heading
          className={`mt-2 font-serif text-balance group-hover:text-nila ${lead ? 'text-[30px] leading-[36px] md:text-[40px] md:leading-[46px]' : 'text-[24px] leading-[30px]'}`}
        >
          <Link to={`/home/newsDetail?id=${news.id}`} prefetch="intent" className="after:absolute after:inset-0">
            {news.title}
          </Link>
        </Heading>
        <p className={`mt-2 text-pretty text-ink-2 ${lead ? 'text-[17px] leading-[26px]' : ''}`}>{news.summary}</p>
      </div>
    </article>
  )
}

function NewsPicture({ news: { picture }, lead }: { news: NewsBriefView; lead: boolean }) {
  return (
    <div className="tile aspect-[4/3] overflow-hidden">
      {picture ? (
        <ProductPicture
          picture={picture}
          alt=""
          sizes={lead ? '(min-width: 1024px) 680px, 90vw' : '(min-width: 768px) 390px, 90vw'}
          priority={lead}
          className="max-h-full w-[82%] object-contain"
        />
      ) : (
        <Kawung className="size-20 fill-line" />
      )}
    </div>
  )
}

/** Kind, day and the minutes that reading takes. */
export function NewsFacts({ news: { category, published_at, minutes } }: { news: NewsBriefView }) {
  const { store } = useShell()
  const words = [newsCategories[category](), formatDay(Date.parse(published_at), store.time_zone, language())]
  return (
    <p className="small text-ink-2">
      {[...words, m.content_news_minutes({ count: minutes })].map((word, place) => (
        <span key={word}>
          {place > 0 && <span aria-hidden="true"> · </span>}
          {word}
        </span>
      ))}
    </p>
  )
}
