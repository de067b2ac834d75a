/** Reviews and reports as the office sees them: no number, no sealed thing, no file. */
import { join, type Queryable, sql } from '../db/database.ts'
import { findMemberIds, namesOfMembers } from '../identity/member-name-queries.ts'
import { type Currency, minor, moneyText } from '../money/money.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { type Doubt, masked } from './id-number-rules.ts'
import { type Level, levelName, type Step, steps, type TakingKind } from './level-rules.ts'
import type {
  MemberStandingView,
  OfficeReportView,
  OfficeReviewFilter,
  OfficeReviewRowView,
} from './office-contract.ts'
import type { ReviewState } from './review-rules.ts'

type Page = { page: number; size: number }
type Row = {
  memberId: string
  kind: Step
  state: OfficeReviewRowView['state']
  store: string | null
  doubts: Doubt[]
  level: number
  since: Date
  actor: string | null
}

const tables = sql`kyc.reviews r left join kyc.real_names n on n.member_id = r.member_id
  left join kyc.funds f on f.member_id = r.member_id left join kyc.levels l on l.member_id = r.member_id`
const storeOf = sql`case when r.subject = 'funds' then f.store else n.store end`

async function where(db: Queryable, { state, kind, store, older, q }: OfficeReviewFilter) {
  return join(
    [
      sql`r.state = ${state ?? 'submitted'}`,
      ...(kind ? [sql`r.subject = ${kind}`] : []),
      ...(store ? [sql`${storeOf} = ${store}`] : []),
      ...(older ? [sql`r.moved_at <= now() - make_interval(hours => ${Number(older)}::int)`] : []),
      ...(q ? [sql`r.member_id = any(${await findMemberIds(db, q.trim())}::uuid[])`] : []),
    ],
    ' and ',
  )
}

/** Those that wait, the longest wait first; decided ones the newest first. */
export async function listOfficeReviews(
  db: Queryable,
  filter: OfficeReviewFilter,
  { page, size }: Page,
): Promise<{ total: number; rows: OfficeReviewRowView[] }> {
  const fits = await where(db, filter)
  const sort = filter.sort ?? ((filter.state ?? 'submitted') === 'submitted' ? 'since' : '-since')
  const order = sort === 'since' ? sql`r.moved_at, r.member_id` : sql`r.moved_at desc, r.member_id`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${tables} where ${fits}`),
    db.rows<Row>(sql`
      select r.member_id as "memberId", r.subject as kind, r.state, ${storeOf} as store, r.moved_at as since,
        case when r.subject = 'real_name' then coalesce(n.doubts, '{}') else '{}' end as doubts,
        coalesce(l.override, l.level, 0)::int as level,
        (select actor from kyc.moves m where m.member_id = r.member_id and m.subject = r.subject order by id desc limit 1) as actor
      from ${tables} where ${fits} order by ${order} limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const { names, staff } = await namesIn(db, rows, ({ actor }) => [actor])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ memberId, level, since, actor, ...row }) => ({
      ...row,
      member_id: memberId,
      name: names.get(memberId) ?? '',
      level: levelName(level as Level),
      since: since.toISOString(),
      moved_by: staff(actor),
    })),
  }
}

/** The names of the members in `rows`, and a reader of those who acted on them. */
async function namesIn<Row extends { memberId: string }>(
  db: Queryable,
  rows: Row[],
  actorsOf: (row: Row) => (string | null)[],
) {
  const memberIds = rows.map(({ memberId }) => memberId)
  const [names, staff] = await Promise.all([namesOfMembers(db, memberIds), namesOfActors(db, rows.flatMap(actorsOf))])
  return { names, staff }
}

/** Turns `staff:<id>`, or two of them joined by +, into names; null for everybody else. */
export async function namesOfActors(
  db: Queryable,
  actors: (string | null)[],
): Promise<(actor: string | null) => string | null> {
  const idsOf = (actor: string | null) =>
    (actor ?? '').split('+').flatMap((one) => /^staff:([0-9a-f-]{36})$/.exec(one)?.[1] ?? [])
  const names = await namesOfStaff(db, actors.flatMap(idsOf))
  return (actor) => {
    if (!actor?.startsWith('staff:')) return null
    return idsOf(actor).length > 0
      ? idsOf(actor)
          .map((id) => names.get(id) ?? id)
          .join(' + ')
      : actor.slice(6)
  }
}

/** What waits at the office: of one store, or of all. A person without a store told counts in every store. */
export async function countWaiting(db: Queryable, store: string | null): Promise<{ reviews: number; reports: number }> {
  const row = await db.row<{ reviews: number; reports: number }>(sql`
    select (select count(*)::int from ${tables} where r.state = 'submitted' and coalesce(${storeOf} = ${store}, true)) as reviews,
      (select count(*)::int from kyc.reports p left join kyc.real_names n on n.member_id = p.member_id
        where p.seen_at is null and coalesce(n.store = ${store}, true)) as reports`)
  return row ?? { reviews: 0, reports: 0 }
}

/** Reviews that nobody has decided for so many hours; `id` is the member's and the step. */
export const listOldReviews = (
  db: Queryable,
  hours: number,
): Promise<{ id: string; number: string; store: string | null; since: Date }[]> =>
  db.rows(sql`
    select r.member_id || ' ' || r.subject as id, '' as number, ${storeOf} as store, r.moved_at + make_interval(hours => ${hours}::int) as since
    from ${tables} where r.state = 'submitted' and r.moved_at < now() - make_interval(hours => ${hours}::int) order by r.moved_at limit 1000`)

/** What the office and support see of somebody's standing, without what they sent. */
export async function getStanding(db: Queryable, memberId: string): Promise<MemberStandingView> {
  const [known, reviews] = await Promise.all([
    db.row<{ level: Level; override: Level | null; ended: Date | null; destroyed: Date | null }>(sql`
      select coalesce(override, level)::int as level, override::int, relation_ended_at as ended, destroyed_at as destroyed
      from kyc.levels
      where member_id = ${memberId}`),
    db.rows<{ kind: Step; state: ReviewState; since: Date }>(sql`
      select subject as kind, state, moved_at as since from kyc.reviews where member_id = ${memberId}`),
  ])
  return {
    level: levelName(known?.level ?? 0),
    override: known?.override == null ? null : levelName(known.override),
    relation_ended_at: known?.ended?.toISOString() ?? null,
    destroyed_at: known?.destroyed?.toISOString() ?? null,
    reviews: steps.map((kind) => {
      const found = reviews.find((one) => one.kind === kind)
      return { kind, state: found?.state ?? 'none', since: found?.since.toISOString() ?? null }
    }),
  }
}

type ReportRow = {
  memberId: string
  day: string
  reached: Date
  filedBy: string | null
  filedAt: Date | null
  note: string | null
  legalName: string | null
  idType: string | null
  numberEnd: string | null
  sentOn: string | null
  reference: string | null
  sentBy: string | null
  takings: { kind: TakingKind; currency: Currency; amount: string; at: string; returned: boolean }[] | null
}

const reportStates = {
  open: sql`p.seen_at is null`,
  filed: sql`p.seen_at is not null and p.sent_on is null`,
  sent: sql`p.sent_on is not null`,
}

type ReportFilter = {
  state?: keyof typeof reportStates | undefined
  member_id?: string | undefined
  day?: string | undefined
}

/** Days on which somebody bought so much that it is looked at: the open ones first, by age; then the filed ones, newest first. */
export async function listReports(
  db: Queryable,
  { state, member_id: memberId, day }: ReportFilter,
  { page, size }: Page,
): Promise<{ total: number; rows: OfficeReportView[] }> {
  const fits = join(
    [
      state ? reportStates[state] : sql`true`,
      ...(memberId ? [sql`p.member_id = ${memberId}`] : []),
      ...(day ? [sql`p.day = ${day}::date`] : []),
    ],
    ' and ',
  )
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from kyc.reports p where ${fits}`),
    db.rows<ReportRow>(sql`
      select p.member_id as "memberId", to_char(p.day, 'YYYY-MM-DD') as day, p.reached_at as reached, p.seen_by as "filedBy",
        p.seen_at as "filedAt", p.note, n.full_name as "legalName", n.id_type as "idType", n.number_end as "numberEnd",
        to_char(p.sent_on, 'YYYY-MM-DD') as "sentOn", p.sent_reference as reference, p.sent_by as "sentBy", (
          select jsonb_agg(jsonb_build_object('kind', t.kind, 'currency', t.currency, 'amount', t.amount_minor::text,
            'at', t.taken_at, 'returned', t.returned_at is not null) order by t.taken_at)
          from kyc.takings t where t.member_id = p.member_id and t.day = p.day) as takings
      from kyc.reports p left join kyc.real_names n on n.member_id = p.member_id
      where ${fits} order by p.seen_at desc nulls first, p.reached_at, p.member_id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const { names, staff } = await namesIn(db, rows, ({ filedBy, sentBy }) => [filedBy, sentBy])
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({
      member_id: row.memberId,
      name: names.get(row.memberId) ?? '',
      legal_name: row.legalName,
      id_number: row.idType && row.numberEnd ? `${row.idType} ${masked(row.numberEnd)}` : null,
      day: row.day,
      reached_at: row.reached.toISOString(),
      ...amountsOf(row.takings ?? []),
      filed_by: staff(row.filedBy),
      filed_at: row.filedAt?.toISOString() ?? null,
      note: row.note,
      sent_on: row.sentOn,
      sent_reference: row.reference,
      sent_by: staff(row.sentBy),
    })),
  }
}

/** What the day was made of, and its sum by currency, each rupiah once; what came to nothing is listed and not added. */
function amountsOf(takings: NonNullable<ReportRow['takings']>): Pick<OfficeReportView, 'amounts' | 'purchases'> {
  return {
    amounts: [...Map.groupBy(takings, ({ currency }) => currency)].map(([currency, own]) => ({
      currency,
      amount: moneyText(minor(sumOnce(own.filter(({ returned }) => !returned))), currency),
    })),
    purchases: takings.map(({ kind, currency, amount, at, returned }) => ({
      ...{ kind, currency, came_to_nothing: returned },
      amount: moneyText(minor(BigInt(amount)), currency),
      at: new Date(at).toISOString(),
    })),
  }
}

function sumOnce(takings: { kind: TakingKind; amount: string }[]): bigint {
  const of = (kind: TakingKind) =>
    takings.reduce((sum, taking) => (taking.kind === kind ? sum + BigInt(taking.amount) : sum), 0n)
  const [bought, deposited] = [of('vault'), of('deposit')]
  return of('order') + of('purchase') + of('sale') + (bought > deposited ? bought : deposited)
}
