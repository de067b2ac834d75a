/** What the dealer writes, as the staff who write it see it: every entry with its schedule and revision. */
import { empty, type Queryable, raw, type Sql, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type EntryFields, type EntryKind, shapesOf } from './entry-rules.ts'

type Table = { name: string; from: string; title: string; store: Sql; rows: Sql }
const own = (name: string, from: string, title: string): Table => ({
  name,
  from,
  title,
  store: sql`entry.store`,
  rows: raw(`content.${name} entry`),
})

/** Where each kind is kept, and the column that says from when it is shown. */
export const tables: Record<EntryKind, Table> = {
  news: own('news', 'published_at', 'title'),
  banner: own('banners', 'starts_at', 'title'),
  partner: own('partners', 'starts_at', 'name'),
  problem: {
    ...own('problems', 'starts_at', 'question'),
    store: sql`g.store`,
    rows: sql`content.problems entry join content.problem_groups g on g.id = entry.group_id`,
  },
}

export const entryStates = ['shown', 'coming', 'over', 'draft'] as const
type EntryState = (typeof entryStates)[number]

const stateOf = ({ from }: Table): Sql => sql`case
  when entry.ends_at <= now() then 'over' when ${raw(`entry.${from}`)} = 'infinity' then 'draft'
  when ${raw(`entry.${from}`)} > now() then 'coming' else 'shown' end`

const headOf = (table: Table): Sql => sql`entry.id, ${table.store} as store, ${stateOf(table)} as state, entry.revision,
  case when isfinite(${raw(`entry.${table.from}`)}) then ${raw(`entry.${table.from}`)} end as "from",
  ${raw(`entry.${table.from}`)} = '-infinity' as "isAlways",
  case when isfinite(entry.ends_at) then entry.ends_at end as until,
  entry.updated_at as "updatedAt", entry.updated_by as "updatedBy", to_jsonb(entry) as row`

type Row = {
  id: number
  store: string
  state: EntryState
  revision: number
  from: Date | null
  isAlways: boolean
  until: Date | null
  updatedAt: Date
  updatedBy: string
  row: Record<string, unknown>
}
type Search = { kind: EntryKind; store?: string | undefined; state?: EntryState | undefined; q?: string | undefined }

/** One page of the entries of a kind, those changed last first. */
export async function listEntries(
  db: Queryable,
  { kind, store, state, q, page, size }: Search & { page: number; size: number },
) {
  const table = tables[kind]
  const wanted = sql`true ${store ? sql`and ${table.store} = ${store}` : empty}
    ${state ? sql`and ${stateOf(table)} = ${state}` : empty}
    ${q ? sql`and ${raw(`entry.${table.title}`)}::text ilike ${`%${q.replace(/[\\%_]/g, '\\$&')}%`}` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${table.rows} where ${wanted}`),
    db.rows<Row>(sql`select ${headOf(table)} from ${table.rows} where ${wanted}
      order by entry.updated_at desc, entry.id desc limit ${size} offset ${(page - 1) * size}`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({ ...viewOf(row, kind), title: textsOf(row.row[table.title]) })),
  }
}

/** One entry whole. Refuses not_found. */
export async function getEntry(db: Queryable, kind: EntryKind, id: number) {
  const table = tables[kind]
  const row = await db.row<Row>(sql`select ${headOf(table)} from ${table.rows} where entry.id = ${id}`)
  if (!row) throw new Refusal('not_found')
  const fields: EntryFields = Object.fromEntries(
    shapesOf(kind).map(([name, { as }]) => {
      const value = row.row[name]
      return [name, as === 'texts' || as === 'article' ? textsOf(value) : String(value ?? '')]
    }),
  )
  return { ...viewOf(row, kind), fields }
}

const viewOf = ({ id, store, state, revision, from, isAlways, until, updatedAt, updatedBy }: Row, kind: EntryKind) => ({
  kind,
  id,
  store,
  state,
  revision,
  from: isAlways ? ('always' as const) : (from?.toISOString() ?? null),
  until: until?.toISOString() ?? null,
  updated_at: updatedAt.toISOString(),
  updated_by: updatedBy,
})

const textsOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null ? (value as Record<string, string>) : { 'en-US': String(value ?? '') }

/** The groups of common problems, for a choice. */
export const listGroups = (db: Queryable): Promise<{ id: number; store: string; name: Record<string, string> }[]> =>
  db.rows(sql`select id, store, name from content.problem_groups order by store, position, id`)
