/** Fills in what the dealer writes: news, common problems, partners, agreement versions, pages. */

import { type Queryable, sql } from '../db/database.ts'
import type { AgreementClause } from './agreement-rules.ts'
import type { PageSlug, PageTexts } from './page-rules.ts'
import type { Texts } from './text-rules.ts'

type InStores = { stores: string[] }
export type NewNews = InStores & {
  category: 'house' | 'market' | 'product' | 'guide'
  /** Counted back from today. */
  daysAgo: number
  author: string
  /** The name of a picture; empty for none. */
  image: string
  imageAlt: Texts
  title: Texts
  summary: Texts
  body: Texts
}
export type NewProblemGroup = InStores & {
  name: Texts
  problems: { slug: string; question: Texts; answer: Texts }[]
}
export type NewPartner = InStores & {
  kind: 'refinery' | 'assay' | 'courier' | 'insurer' | 'bank'
  name: string
  place: string
  since: number
  text: Texts
}
export type NewAgreement = InStores & {
  version: string
  effectiveOn: string
  title: Texts
  changes: Texts
  body: Texts
  clauses?: AgreementClause[]
}
export type NewPage = InStores & { slug: PageSlug; texts: PageTexts }

/** Each row once for each of its stores that there is. */
const perStore = (rows: InStores[]) => sql`
  (select row_number() over () as place, given.store, item from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as item,
    jsonb_array_elements_text(item -> 'stores') as given(store) join stores_here using (store)) as row`

const here = (stores: string[]) => sql`with stores_here as (select unnest(${stores}::text[]) as store)`

/** Adds to the stores named that exist; `stores` are their codes. */
export async function addNews(tx: Queryable, stores: string[], news: NewNews[]): Promise<void> {
  await tx.run(sql`${here(stores)}
    insert into content.news (store, category, title, summary, body, image, image_alt, author, published_at)
    select store, item ->> 'category', item -> 'title', item -> 'summary', item -> 'body', item ->> 'image', item -> 'imageAlt',
      item ->> 'author', date_trunc('hour', now()) - make_interval(days => (item ->> 'daysAgo')::int)
    from ${perStore(news)} order by place`)
}

export async function addProblems(tx: Queryable, stores: string[], groups: NewProblemGroup[]): Promise<void> {
  await tx.run(sql`${here(stores)}, added as (
      insert into content.problem_groups (store, position, name)
      select store, place, item -> 'name' from ${perStore(groups)} returning id, store, name)
    insert into content.problems (group_id, slug, position, question, answer)
    select added.id, problem.item ->> 'slug', problem.position, problem.item -> 'question', problem.item -> 'answer'
    from ${perStore(groups)} join added on added.store = row.store and added.name = row.item -> 'name',
      jsonb_array_elements(row.item -> 'problems') with ordinality as problem(item, position)`)
}

export async function addPartners(tx: Queryable, stores: string[], partners: NewPartner[]): Promise<void> {
  await tx.run(sql`${here(stores)}
    insert into content.partners (store, position, kind, name, place, since, text)
    select store, place, item ->> 'kind', item ->> 'name', item ->> 'place', (item ->> 'since')::smallint, item -> 'text'
    from ${perStore(partners)}`)
}

/** Takes effect at midnight of the store's zone. A version that is there already stays as it is. */
export async function addAgreements(
  tx: Queryable,
  stores: { code: string; timeZone: string }[],
  agreements: NewAgreement[],
): Promise<void> {
  for (const { code, timeZone } of stores)
    await tx.run(sql`${here([code])}
      insert into content.agreements (store, version, effective_at, title, changes, body, clauses)
      select store, item ->> 'version', (item ->> 'effectiveOn')::timestamp at time zone ${timeZone}::text, item -> 'title',
        item -> 'changes', item -> 'body', array(select jsonb_array_elements_text(coalesce(item -> 'clauses', '[]')))
      from ${perStore(agreements)} on conflict do nothing`)
}

/** The first version of each page; one that is there already stays as it is. */
export async function addPages(tx: Queryable, stores: string[], pages: NewPage[]): Promise<void> {
  await tx.run(sql`${here(stores)}
    insert into content.page_versions (store, slug, version, texts)
    select store, item ->> 'slug', 1, item -> 'texts'
    from ${perStore(pages)}
    where not exists (select 1 from content.page_versions v where v.store = row.store and v.slug = item ->> 'slug')`)
}
