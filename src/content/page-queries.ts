/** The pages that every store has, as staff write them: what is published, its draft, and every version. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { changedLines } from './page-changes.ts'
import { changedParts, type PagePart, type PageSlug, type PageTexts, pageSlugs } from './page-rules.ts'
import { templatePages } from './template-rules.ts'

/** When the texts that every store begins with were written. */
export const WRITTEN = new Date('2026-11-27T00:00:00Z')

export type NamedPage = { store: string; slug: PageSlug }
export type Published = { version: number; texts: PageTexts; publishedAt: Date; publishedBy: string }

/** The newest version; version 0 is the text of the release, which a store shows until it has published one. */
export async function publishedPage(db: Queryable, { store, slug }: NamedPage): Promise<Published> {
  const own = await db.row<Published>(sql`
    select version, texts, published_at as "publishedAt", published_by as "publishedBy" from content.page_versions
    where store = ${store} and slug = ${slug} order by version desc limit 1`)
  return own ?? { version: 0, texts: templatePages[slug], publishedAt: WRITTEN, publishedBy: '' }
}

type Draft = { revision: number; texts: PageTexts; isOpen: boolean; updatedAt: Date; updatedBy: string }

/** The page as the desk needs it: its published text, and the draft where one is open. `revision` is what the next save names. */
export async function pageAtDesk(db: Queryable, page: NamedPage) {
  const [published, draft] = await Promise.all([
    publishedPage(db, page),
    db.row<Draft>(sql`select revision, texts, is_open as "isOpen", updated_at as "updatedAt", updated_by as "updatedBy"
      from content.page_drafts where store = ${page.store} and slug = ${page.slug}`),
  ])
  return {
    version: published.version,
    texts: published.texts,
    published_at: published.publishedAt.toISOString(),
    published_by: published.publishedBy,
    revision: draft?.revision ?? 0,
    draft: draft?.isOpen
      ? { texts: draft.texts, updated_at: draft.updatedAt.toISOString(), updated_by: draft.updatedBy }
      : null,
  }
}

type Listed = NamedPage & Omit<Published, 'texts'> & { draftedBy: string | null }

/** Every page of every store, as `pageAtDesk` has it. */
export async function listPages(db: Queryable, stores: Iterable<Store>) {
  const rows = await db.rows<Listed>(sql`
    select s.store, p.slug, coalesce(v.version, 0) as version, coalesce(v.published_at, ${WRITTEN}) as "publishedAt",
      coalesce(v.published_by, '') as "publishedBy", d.updated_by as "draftedBy"
    from unnest(${[...stores].map(({ code }) => code)}::text[]) with ordinality as s(store, place)
    cross join unnest(${[...pageSlugs]}::text[]) with ordinality as p(slug, place)
    left join lateral (select version, published_at, published_by from content.page_versions
      where store = s.store and slug = p.slug order by version desc limit 1) v on true
    left join content.page_drafts d on d.store = s.store and d.slug = p.slug and d.is_open
    order by s.place, p.place`)
  return rows.map(({ publishedAt, publishedBy, draftedBy, ...page }) => ({
    ...page,
    ...{ published_at: publishedAt.toISOString(), published_by: publishedBy, drafted_by: draftedBy },
  }))
}

type VersionRow = Published & { reason: string; restores: number | null; before: PageTexts | null; total: number }

/** The versions of a page, the newest first, each with the parts that it changed. */
export async function listPageVersions(
  db: Queryable,
  { store, slug, page, size }: NamedPage & { page: number; size: number },
) {
  const rows = await db.rows<VersionRow>(sql`
    select version, texts, published_at as "publishedAt", published_by as "publishedBy", reason, restores,
      lag(texts) over (order by version) as before, count(*) over ()::int as total
    from content.page_versions where store = ${store} and slug = ${slug}
    order by version desc limit ${size} offset ${(page - 1) * size}`)
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ version, texts, before, publishedAt, publishedBy, reason, restores }) => ({
      ...{ version, reason, restores, published_by: publishedBy, published_at: publishedAt.toISOString() },
      changed: publishedBy === '' ? [] : changedParts(before ?? templatePages[slug], texts),
    })),
  }
}

/** The texts of one version, and line by line what it changed. Refuses not_found. */
export async function getPageVersion(db: Queryable, { store, slug, version }: NamedPage & { version: number }) {
  const rows = await db.rows<{ version: number; texts: PageTexts }>(sql`
    select version, texts from content.page_versions
    where store = ${store} and slug = ${slug} and version between ${version - 1} and ${version} order by version desc`)
  const [asked, before] = rows
  if (asked?.version !== version) throw new Refusal('not_found')
  const old = before?.texts ?? templatePages[slug]
  return {
    version,
    texts: asked.texts,
    changes: changedParts(old, asked.texts).map((changed) => {
      const [part, language = ''] = changed.split('.') as [PagePart, string]
      return { part, language, lines: changedLines(old[part][language] ?? '', asked.texts[part][language] ?? '') }
    }),
  }
}
