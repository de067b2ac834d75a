/** What the back office shows of its own people: who they are, what they did, what waits for a second one of them. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { RequesterState } from './approval-rules.ts'
import type { ActionView, ApprovalView, MeView, PersonView, StaffSessionView } from './contract.ts'
import type { Staff } from './door.ts'
import { isPermission, permissionsOf, type Role } from './permission-rules.ts'

export const describeMe = ({ id, name, email, roles, may, language }: Staff): MeView => ({
  ...{ id, name, email, roles, language },
  permissions: [...may],
})

export type Page = { page: number; size: number }

const offsetOf = ({ page, size }: Page) => (page - 1) * size

const isLive = sql`ended_at is null and expires_at > now()
  and last_used_at > now() - make_interval(secs => ${settings.staff.session.idleSeconds}::int)`

export async function listPeople(db: Queryable, page: Page): Promise<{ total: number; rows: PersonView[] }> {
  const rows = await db.rows<{
    id: string
    name: string
    email: string
    roles: PersonView['roles']
    state: PersonView['state']
    open: number
    seen: Date | null
    created: Date
  }>(sql`
    select p.id, p.name, p.email, p.roles, p.created_at as created,
      case when p.disabled_at is not null then 'disabled' when p.password_hash is null then 'invited' else 'active' end as state,
      (select count(*)::int from staff.sessions where person_id = p.id and ${isLive}) as open,
      (select max(last_used_at) from staff.sessions where person_id = p.id) as seen
    from staff.people p order by p.disabled_at is not null, lower(p.name), p.id
    limit ${page.size}::int offset ${offsetOf(page)}::int`)
  const all = await db.row<{ total: number }>(sql`select count(*)::int as total from staff.people`)
  const people = rows.map(({ open, seen, created, ...rest }) => ({
    ...rest,
    open_sessions: open,
    last_seen_at: seen?.toISOString() ?? null,
    created_at: created.toISOString(),
  }))
  return { total: all?.total ?? 0, rows: people }
}

export async function listOwnSessions(db: Queryable, staff: Staff): Promise<StaffSessionView[]> {
  const rows = await db.rows<{ id: string; device: string; address: string; created: Date; used: Date }>(sql`
    select id, device, address, created_at as created, last_used_at as used from staff.sessions
    where person_id = ${staff.id} and ${isLive} order by last_used_at desc limit 100`)
  return rows.map(({ created, used, ...rest }) => ({
    ...rest,
    is_current: rest.id === staff.sessionId,
    created_at: created.toISOString(),
    last_used_at: used.toISOString(),
  }))
}

type AuditFilter = {
  person?: string | undefined
  by?: string | undefined
  action?: string | undefined
  outcome?: 'done' | 'refused' | undefined
  /** Ids of what it was done to. */
  subjects?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
}
/** Days are those of the zone in which the back office is read. */
function auditWhere(filter: AuditFilter, timeZone: string): Sql {
  const { person, by, action, outcome, subjects, from, to } = filter
  return join(
    [
      sql`true`,
      ...(person ? [sql`person_id = ${person}`] : []),
      ...(action ? [isPermission(action) ? sql`action = ${action}` : sql`starts_with(action, ${`${action}.`})`] : []),
      ...(outcome ? [sql`outcome = ${outcome}`] : []),
      ...(by ? [sql`person_name ilike ${`%${by.replace(/[\\%_]/g, '\\$&')}%`}`] : []),
      ...(subjects ? [sql`subject_id = any(${subjects}::text[])`] : []),
      ...(from ? [sql`at >= ${from}::date::timestamp at time zone ${timeZone}::text`] : []),
      ...(to ? [sql`at < (${to}::date + 1)::timestamp at time zone ${timeZone}::text`] : []),
    ],
    ' and ',
  )
}

export async function listActions(
  db: Queryable,
  filter: AuditFilter,
  timeZone: string,
  page: Page,
): Promise<{ total: number; rows: ActionView[] }> {
  const where = auditWhere(filter, timeZone)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from staff.actions where ${where}`),
    db.rows<Omit<ActionView, 'id' | 'at'> & { id: bigint; at: Date }>(sql`
      select id, at, person_id, person_name as person, action, outcome, subject_kind, subject_id, store, reason, details,
        address, request_id
      from staff.actions where ${where} order by id desc limit ${page.size}::int offset ${offsetOf(page)}::int`),
  ])
  return {
    total: count?.total ?? 0,
    rows: rows.map(({ id, at, ...rest }) => ({ ...rest, id: String(id), at: at.toISOString() })),
  }
}

type ApprovalRow = Omit<
  ApprovalView,
  'requested_at' | 'expires_at' | 'decided_at' | 'is_own' | 'may_decide' | 'requester_is'
> & {
  requesterRoles: Role[]
  requesterDisabled: boolean
  requested_at: Date
  expires_at: Date
  decided_at: Date | null
  requester: string
}

/** Requests whose action the reader may do, and their own. */
export async function listApprovals(
  db: Queryable,
  staff: Staff,
  state: ApprovalView['state'] | undefined,
  page: Page,
): Promise<{ total: number; rows: ApprovalView[] }> {
  const stateNow = sql`case when a.state = 'waiting' and a.expires_at <= now() then 'expired' else a.state end`
  const where = sql`(a.requested_by = ${staff.id} or a.action = any(${[...staff.may]}))
    and (${state ?? null}::text is null or ${stateNow} = ${state ?? null})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from staff.approvals a where ${where}`),
    db.rows<ApprovalRow>(sql`
      select a.id, a.action, a.subject_kind, a.subject_id, a.store, a.params as facts, a.reason, ${stateNow} as state,
        p.name as requested_by, a.requested_by as requester,
        p.roles as "requesterRoles", p.disabled_at is not null as "requesterDisabled", a.requested_at, a.expires_at, d.name as decided_by,
        a.decided_at, a.decided_because
      from staff.approvals a join staff.people p on p.id = a.requested_by left join staff.people d on d.id = a.decided_by
      where ${where} order by a.state = 'waiting' desc, a.requested_at desc
      limit ${page.size}::int offset ${offsetOf(page)}::int`),
  ])
  return { total: count?.total ?? 0, rows: rows.map((row) => approvalView(row, staff)) }
}

const requesterIs = (action: string, roles: Role[], disabled: boolean): RequesterState =>
  disabled ? 'disabled' : isPermission(action) && permissionsOf(roles).has(action) ? 'active' : 'not_permitted'

function approvalView(
  { requester, requesterRoles, requesterDisabled, ...row }: ApprovalRow,
  staff: Staff,
): ApprovalView {
  const isOwn = requester === staff.id
  const mayDecide = row.state === 'waiting' && !isOwn && isPermission(row.action) && staff.may.has(row.action)
  return {
    ...row,
    requested_at: row.requested_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    is_own: isOwn,
    may_decide: mayDecide,
    requester_is: requesterIs(row.action, requesterRoles, requesterDisabled),
  }
}

/** How many requests wait for the reader's decision. */
export async function countApprovals(db: Queryable, staff: Staff): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from staff.approvals
    where state = 'waiting' and expires_at > now() and requested_by <> ${staff.id} and action = any(${[...staff.may]})`)
  return row?.count ?? 0
}
