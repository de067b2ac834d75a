/** Counts as the office reads them: while two people count, each reads their own sheet and nothing else of it. */
import { empty, type Queryable, raw, sql } from '../../db/database.ts'
import { weight, weightText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import type { CountDetail, CountRowView, FindingRow } from './count-contract.ts'
import { type CountState, waysOf } from './count-rules.ts'

type Filter = { store?: string | undefined; place?: string | undefined; state?: CountState | undefined }
type Row = Omit<CountRowView, 'opened_at' | 'opened_by' | 'counters' | 'compared_at' | 'finished_at'> & {
  opener: string
  opened: Date
  compared: Date | null
  finished: Date | null
  sheets: { counter: string; done_at: string | null }[] | null
}

const openDifferences = sql`(select count(*)::int from backing.count_findings f
  where f.count_id = c.id and f.resolution is null and f.kind not in ('matched', 'moved'))`
const counts = sql`(
  select c.*, ${openDifferences} as open, case when c.abandoned_at is not null then 'abandoned' when c.finished_at is not null then 'finished'
    when c.compared_at is not null then 'differences' else 'counting' end as state
  from backing.counts c) as c`
const columns = sql`c.id as count_id, c.number, c.store, c.place, c.state, c.opened_by as opener, c.opened_at as opened, c.reason,
  c.compared_at as compared, c.finished_at as finished, c.abandoned_because, c.open, (
    select jsonb_agg(jsonb_build_object('counter', s.counter, 'done_at', s.done_at) order by s.seat)
    from backing.count_sheets s where s.count_id = c.id) as sheets`

/** Those that somebody has to go on with first, then the newest. */
export async function listCounts(
  db: Queryable,
  { store, place, state }: Filter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: CountRowView[] }> {
  const fits = sql`true ${store ? sql`and c.store = ${store}` : empty} ${place ? sql`and c.place = ${place}` : empty}
    ${state ? sql`and c.state = ${state}` : empty}`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${counts} where ${fits}`),
    db.rows<Row>(sql`
      select ${columns} from ${counts} where ${fits}
      order by c.state in ('finished', 'abandoned'), c.opened_at desc limit ${size} offset ${(page - 1) * size}`),
  ])
  const names = await namesOfStaff(db, rows.flatMap(peopleOf))
  return { total: count?.total ?? 0, rows: rows.map((row) => viewRow(row, names)) }
}

const peopleOf = ({ opener, sheets }: Row) => [opener, ...(sheets ?? []).map(({ counter }) => counter)]

function viewRow(
  { opener, opened, compared, finished, sheets, ...row }: Row,
  names: Map<string, string>,
): CountRowView {
  return {
    ...row,
    opened_at: opened.toISOString(),
    opened_by: names.get(opener) ?? '',
    counters: (sheets ?? []).map(({ counter, done_at }) => ({
      name: names.get(counter) ?? '',
      done_at: done_at && new Date(done_at).toISOString(),
    })),
    compared_at: compared?.toISOString() ?? null,
    finished_at: finished?.toISOString() ?? null,
  }
}

type SheetLine = { id: string; serial: string; maker: string | null; gross: bigint; seal: string | null }
type FindingLine = Omit<FindingRow, 'ways' | 'expected' | 'first' | 'second' | 'resolved_at'> & {
  expected: bigint | null
  at: Date | null
} & { [part in `${'first' | 'second'}_${'maker' | 'seal'}`]: string | null } & {
  [part in `${'first' | 'second'}_e4`]: bigint | null
}

/** One count as `reader` of the staff may see it. Refuses not_found. */
export async function describeCount(db: Queryable, reader: string, countId: string): Promise<CountDetail> {
  const [row, sheet, findings] = await Promise.all([
    db.row<Row>(sql`select ${columns} from ${counts} where c.id = ${countId}`),
    db.rows<SheetLine>(sql`
      select e.id, e.serial, e.maker, e.gross_weight_e4 as gross, e.seal from backing.count_entries e
      join backing.count_sheets s on s.count_id = e.count_id and s.seat = e.seat
      where e.count_id = ${countId} and s.counter = ${reader} order by e.noted_at desc, e.id desc`),
    db.rows<FindingLine>(sql`
      select id, kind, serial, maker, expected_e4 as expected, first_e4, first_maker, first_seal, second_e4, second_maker, second_seal,
        resolution, resolved_by, resolved_at as at, resolved_because from backing.count_findings where count_id = ${countId}
      order by resolution is not null, kind in ('matched', 'moved'), kind, serial, maker`),
  ])
  if (!row) throw new Refusal('not_found')
  const names = await namesOfStaff(db, [...peopleOf(row), ...findings.flatMap(({ resolved_by }) => resolved_by ?? [])])
  const own = row.sheets?.find(({ counter }) => counter === reader)
  const isCounting = row.state === 'counting'
  const maySettle = row.state === 'differences' && own === undefined
  return {
    ...viewRow(row, names),
    may_count: isCounting && (own ? own.done_at === null : (row.sheets ?? []).length < 2),
    is_counter: own !== undefined,
    sheet: own ? sheet.map(({ gross, ...line }) => ({ ...line, gross_weight: textOf(gross) })) : null,
    findings: row.compared ? findings.map((line) => viewFinding(line, names, maySettle)) : null,
  }
}

const textOf = (units: bigint) => weightText(weight(units))
const sightingOf = (gross: bigint | null, maker: string | null, seal: string | null) =>
  gross === null ? null : { gross_weight: textOf(gross), maker, seal }

function viewFinding(line: FindingLine, names: Map<string, string>, maySettle: boolean): FindingRow {
  const { id, kind, serial, maker, expected, resolution, resolved_by, resolved_because, at } = line
  return {
    ...{ id, kind, serial, maker, resolution, resolved_because },
    expected: expected === null ? null : textOf(expected),
    first: sightingOf(line.first_e4, line.first_maker, line.first_seal),
    second: sightingOf(line.second_e4, line.second_maker, line.second_seal),
    ways: maySettle && resolution === null ? [...waysOf(kind)] : [],
    resolved_by: resolved_by && (names.get(resolved_by) ?? ''),
    resolved_at: at?.toISOString() ?? null,
  }
}

/** Bars `of` the register that `reader` counts at this moment, so that the office shows them none of it. */
export const isCountedBlind = (of: 'b', reader: string) => sql`exists (
  select from backing.counts c join backing.count_sheets s on s.count_id = c.id
  where s.counter = ${reader} and c.store = ${raw(of)}.store and c.place = ${raw(of)}.place and c.compared_at is null and c.abandoned_at is null)`
