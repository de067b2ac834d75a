/** Cases and lists, as the desk reads them. */
import { join, type Queryable, sql } from '../db/database.ts'
import { findMemberIds, namesOfMembers } from '../identity/member-name-queries.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { findWaiting } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import type { CaseEvent, CaseKind, CaseState, HoldKind } from './case-rules.ts'
import type { Match } from './match-rules.ts'
import type { CaseRowView, CasesFilter, ListsView, OneCaseView } from './office-contract.ts'

type Row = {
  id: string
  number: string
  kind: CaseKind
  state: CaseState
  memberId: string
  store: string
  holdKind: HoldKind | null
  day: string | null
  goldBackId: string | null
  goldBack: string | null
  opened: Date
  ended: Date | null
}
const columns = sql`c.id, c.number, c.kind, c.state, c.member_id as "memberId", c.store, c.hold_kind as "holdKind", c.day::text as day, c.gold_back_id as "goldBackId", c.gold_back as "goldBack", c.opened_at as opened, c.ended_at as ended`

async function where(db: Queryable, { kind, state, store, q }: CasesFilter) {
  const text = q?.trim() ?? ''
  return join(
    [
      sql`true`,
      ...(kind ? [sql`c.kind = ${kind}`] : []),
      ...(state ? [sql`c.state = ${state}`] : []),
      ...(store ? [sql`c.store = ${store}`] : []),
      ...(text
        ? [sql`(c.number = ${text.toUpperCase()} or c.member_id = any(${await findMemberIds(db, text)}::uuid[]))`]
        : []),
    ],
    ' and ',
  )
}

/** Those that are not ended first, each group the newest first. */
export async function listCases(db: Queryable, filter: CasesFilter): Promise<{ total: number; rows: CaseRowView[] }> {
  const fits = await where(db, filter)
  const { page, size } = filter
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from cases.cases c where ${fits}`),
    db.rows<Row>(sql`
      select ${columns} from cases.cases c where ${fits}
      order by c.state = 'ended', c.opened_at desc, c.id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ memberId }) => memberId),
  )
  return { total: count?.total ?? 0, rows: rows.map((row) => viewRow(row, names)) }
}

const viewRow = (row: Row, names: Map<string, string>): CaseRowView => ({
  ...{ id: row.id, number: row.number, kind: row.kind, state: row.state, store: row.store },
  ...{ hold_kind: row.holdKind, day: row.day, member_id: row.memberId, name: names.get(row.memberId) ?? '' },
  gold_back: row.goldBackId && row.goldBack ? { case_id: row.goldBackId, number: row.goldBack } : null,
  ...{ opened_at: row.opened.toISOString(), ended_at: row.ended?.toISOString() ?? null },
})

/** One case with all that is known; the look is kept in the audit log. Refuses not_found; permission_missing. */
export const readCase = (karat: Pick<Karat, 'db' | 'peopleOf'>, staff: Staff, caseId: string): Promise<OneCaseView> =>
  karat.db.transaction(async (tx) => {
    const row = await tx.row<Row & { stops: boolean }>(
      sql`select ${columns}, c.stops from cases.cases c where c.id = ${caseId}`,
    )
    if (!row) throw new Refusal('not_found')
    const { memberId, store, number } = row
    await recordAction(tx, staff, {
      ...{ action: 'cases.see', subject: { kind: 'member', id: memberId }, store },
      details: { did: 'look', case: number },
    })
    const [names, waiting, hit, documents, events] = await Promise.all([
      namesOfMembers(tx, [memberId]),
      isAsked(tx, caseId),
      hitOf(tx, karat, row),
      documentsOf(tx, caseId),
      eventsOf(tx, caseId),
    ])
    return { ...viewRow(row, names), stops: row.stops, second_asked: waiting, hit, documents, events }
  })

const isAsked = async (tx: Queryable, caseId: string): Promise<boolean> =>
  (
    await Promise.all(
      (['cases.release', 'cases.end_hold', 'cases.carry_out'] as const).map((action) =>
        findWaiting(tx, action, [caseId]),
      ),
    )
  ).some((waiting) => waiting.has(caseId))

type HitRow = {
  source: string
  reference: string
  note: string
  names: string[]
  births: string[]
  numbers: string[]
  match: Match
  listed: boolean
}

async function hitOf(
  db: Queryable,
  { peopleOf }: Pick<Karat, 'peopleOf'>,
  { id, memberId }: Row,
): Promise<OneCaseView['hit']> {
  const row = await db.row<HitRow>(sql`
    select e.source, e.reference, e.note, e.names, e.births, e.numbers, c.matched as match, e.until_version is null as listed
    from cases.cases c join cases.entries e on e.id = c.entry_id where c.id = ${id}`)
  if (!row) return null
  const person = (await peopleOf(db, [memberId])).get(memberId)
  return {
    ...{ source: row.source, reference: row.reference, note: row.note },
    listed: { names: row.names, birth_dates: row.births, numbers: row.numbers },
    member: { names: person?.names ?? [], birth_dates: person?.birthDate ? [person.birthDate] : [] },
    ...{ rule: row.match.rule, birth: row.match.birth, matched: row.match.listed, is_listed: row.listed },
  }
}

async function documentsOf(db: Queryable, caseId: string): Promise<OneCaseView['documents']> {
  const rows = await db.rows<{ id: string; at: Date; by: string; destroyed: boolean }>(sql`
    select id, added_at as at, added_by as by, destroyed_at is not null as destroyed from cases.documents
    where case_id = ${caseId} order by added_at, id`)
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ by }) => peopleOf(by)),
  )
  return rows.map(({ id, at, by, destroyed }) => ({
    ...{ id, added_at: at.toISOString(), is_destroyed: destroyed },
    by: namesIn(by, names),
  }))
}

/** `staff:…`, or two of them with a plus between. */
const peopleOf = (actor: string) => actor.split('+').flatMap((one) => /^staff:(.+)$/.exec(one)?.[1] ?? [])
const namesIn = (actor: string, names: Map<string, string>) =>
  peopleOf(actor)
    .map((id) => names.get(id) ?? '')
    .join(', ')

async function eventsOf(db: Queryable, caseId: string): Promise<OneCaseView['events']> {
  const rows = await db.rows<{ did: CaseEvent; actor: string; words: string | null; at: Date }>(sql`
    select did, actor, words, at from cases.events where case_id = ${caseId} order by id desc`)
  const names = await namesOfStaff(
    db,
    rows.flatMap(({ actor }) => peopleOf(actor)),
  )
  return rows.map(({ did, actor, words, at }) => ({
    ...{ did, words, at: at.toISOString() },
    by: namesIn(actor, names),
  }))
}

/** The newest reading of each source, and how many members are behind the newest of all. */
export async function listLists(db: Queryable): Promise<ListsView> {
  const [rows, behind] = await Promise.all([
    db.rows<{ source: string; version: number; entries: number; at: Date; by: string }>(sql`
      select distinct on (source) source, version, entries, read_at as at, read_by as by from cases.lists order by source, version desc`),
    db.row<{ count: number }>(sql`
      select count(*)::int as count from cases.people where version < (select max(version) from cases.lists)`),
  ])
  const staffOf = (by: string) => by.replace('staff:', '')
  const names = await namesOfStaff(
    db,
    rows.map(({ by }) => staffOf(by)).filter((id) => /^[0-9a-f-]{36}$/.test(id)),
  )
  return {
    behind: behind?.count ?? 0,
    lists: rows.map(({ at, by, ...list }) => ({
      ...list,
      read_at: at.toISOString(),
      read_by: names.get(staffOf(by)) ?? '',
    })),
  }
}

/** A few cases whose number begins so. Nothing is said of whom they are about: to read one is kept in the audit log. */
export const findCasesBegin = (
  db: Queryable,
  typed: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> =>
  db.rows(sql`
    select id::text as id, number as title, '' as below, store from cases.cases
    where starts_with(number, ${typed.toUpperCase()}) order by opened_at desc, id desc limit 8`)
