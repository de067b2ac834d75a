/** News, read: what is published and not over, the newest first. */
import { empty, type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { NewsBriefView, NewsDetailView, NewsListView, NewsQueryInput } from './contract.ts'
import { findPicture } from './picture-queries.ts'
import { readArticle, readingMinutes, type Texts, textIn } from './text-rules.ts'

export type Reader = { store: { code: string }; language: string }

type NewsRow = {
  id: number
  category: NewsBriefView['category']
  title: Texts
  summary: Texts
  body: Texts
  image: string
  imageAlt: Texts
  author: string
  publishedAt: Date
}

const RELATED = 3

const selectNews = sql`
  select id, category, title, summary, body, image, image_alt as "imageAlt", author, published_at as "publishedAt"
  from content.news`
const shownTo = ({ store }: Reader) => sql`store = ${store.code} and published_at <= now() and now() < ends_at`

/** One page of the news of a store, of one category or of all. */
export async function listNews(
  db: Queryable,
  reader: Reader,
  { category, page = 1, page_size = settings.content.newsPageSize }: NewsQueryInput,
): Promise<NewsListView> {
  const wanted = sql`${shownTo(reader)} ${category ? sql`and category = ${category}` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from content.news where ${wanted}`),
    db.rows<NewsRow>(sql`${selectNews} where ${wanted}
      order by published_at desc, id desc limit ${page_size} offset ${(page - 1) * page_size}`),
  ])
  const total = count?.total ?? 0
  return {
    items: rows.map((row) => briefOf(row, reader.language)),
    total,
    page,
    page_count: Math.max(1, Math.ceil(total / page_size)),
  }
}

/** One piece of news and three others, of its own category first. Refuses not_found. */
export async function getNews(db: Queryable, reader: Reader, id: number): Promise<NewsDetailView> {
  const row = await db.row<NewsRow>(sql`${selectNews} where id = ${id} and ${shownTo(reader)}`)
  if (!row) throw new Refusal('not_found')
  const related = await db.rows<NewsRow>(sql`${selectNews} where id <> ${id} and ${shownTo(reader)}
    order by (category = ${row.category}) desc, published_at desc limit ${RELATED}`)
  return {
    ...briefOf(row, reader.language),
    author: row.author,
    body: readArticle(textIn(row.body, reader.language)),
    related: related.map((other) => briefOf(other, reader.language)),
  }
}

const briefOf = ({ id, category, publishedAt, ...row }: NewsRow, language: string): NewsBriefView => ({
  id,
  category,
  title: textIn(row.title, language),
  summary: textIn(row.summary, language),
  picture: findPicture(row.image, textIn(row.imageAlt, language)),
  minutes: readingMinutes(textIn(row.body, language)),
  published_at: publishedAt.toISOString(),
})

/** The piece of news that a store published last; null when it shows none. */
export async function findNewest(db: Queryable, reader: Reader): Promise<number | null> {
  const row = await db.row<{ id: number }>(sql`select id from content.news where ${shownTo(reader)}
    order by published_at desc, id desc limit 1`)
  return row?.id ?? null
}

/** Every piece of news that a store shows, for the map of the site. */
export const listNewsAddresses = (db: Queryable, reader: Reader): Promise<{ id: number; publishedAt: Date }[]> =>
  db.rows(sql`select id, published_at as "publishedAt" from content.news where ${shownTo(reader)} order by id`)
