/** Common problems, partners and pages that the dealer writes, read. */
import { type Queryable, sql } from '../db/database.ts'
import type { Store } from '../stores/stores.ts'
import type { PartnersView, ProblemGroupsView, WrittenPageView } from './contract.ts'
import type { Reader } from './news-queries.ts'
import { publishedPage } from './page-queries.ts'
import { type PageSlug, shownPage } from './page-rules.ts'
import { matchesWords } from './problem-search-rules.ts'
import { plainText, type Texts, textIn } from './text-rules.ts'

type ProblemRow = { groupId: number; name: Texts; slug: string; question: Texts; answer: Texts }

/** The common problems of a store in their groups; with `words`, those that have all of them. */
export async function listProblems(db: Queryable, reader: Reader, words = ''): Promise<ProblemGroupsView> {
  const rows = await db.rows<ProblemRow>(sql`
    select g.id as "groupId", g.name, p.slug, p.question, p.answer
    from content.problem_groups g join content.problems p on p.group_id = g.id
    where g.store = ${reader.store.code} and p.starts_at <= now() and now() < p.ends_at
    order by g.position, g.id, p.position, p.slug`)
  const groups = new Map<number, ProblemGroupsView['groups'][number]>()
  let total = 0
  for (const { groupId, name, slug, ...row } of rows) {
    const [question, answer] = [textIn(row.question, reader.language), textIn(row.answer, reader.language)]
    if (!matchesWords({ question, answer: plainText(answer) }, words)) continue
    const group = groups.get(groupId) ?? { name: textIn(name, reader.language), problems: [] }
    group.problems.push({ slug, question, answer })
    groups.set(groupId, group)
    total++
  }
  return { groups: [...groups.values()], total }
}

type PartnerRow = Omit<PartnersView['partners'][number], 'text'> & { text: Texts }

/** The partners of a store whose time it is, in the order that staff gave them. */
export async function listPartners(db: Queryable, reader: Reader): Promise<PartnersView> {
  const rows = await db.rows<PartnerRow>(sql`
    select kind, name, place, since, text from content.partners
    where store = ${reader.store.code} and starts_at <= now() and now() < ends_at order by position, id`)
  return { partners: rows.map((row) => ({ ...row, text: textIn(row.text, reader.language) })) }
}

/** Who reads, at a store whose facts may stand in what they read. */
export type HouseReader = Reader & { store: Pick<Store, 'code' | 'language' | 'settings'> }

/** A page of the store, or what every store says until its staff have published their own; `language` is the one that it is in. */
export async function getWrittenPage(
  db: Queryable,
  { store, language }: HouseReader,
  slug: PageSlug,
): Promise<WrittenPageView> {
  const { texts, publishedAt } = await publishedPage(db, { store: store.code, slug })
  const shown = shownPage(texts, { house: store.settings.house, asked: language, own: store.language })
  return { ...shown, updated_at: publishedAt.toISOString() }
}
