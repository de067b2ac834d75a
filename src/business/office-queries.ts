/** Large trades as the desk sees them: what waits for it first. */
import { type Queryable, sql } from '../db/database.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import { Refusal } from '../refusals.ts'
import { namesOfActors } from '../staff/staff-name-queries.ts'
import type { CompanyView } from './contract.ts'
import { readTradeOf } from './offer-queries.ts'
import type { OfficeRequestsInput, OfficeRequestView, OfficeRowView } from './office-contract.ts'
import { companyColumns, listSteps, type RequestRow, requestColumns, viewCompany, viewRow } from './request-queries.ts'
import { mayMove } from './request-rules.ts'

/** Whether the request `r` waits for the desk. */
const waits = sql`r.state = 'requested' or r.state = 'agreed' and exists (
  select from business.agreements a where a.request_id = r.id and a.pay_by <= now())`

type Row = RequestRow & { store: string; member_id: string; company: string | null }

export async function listOfficeRequests(
  db: Queryable,
  { state, store, q, page, size }: OfficeRequestsInput,
): Promise<{ total: number; rows: OfficeRowView[] }> {
  const wanted = q?.trim() ?? null
  const like = wanted === null ? null : `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  const fits = sql`(${state ?? null}::text is null or r.state = ${state ?? null}) and (${store ?? null}::text is null or r.store = ${store ?? null})
    and (${wanted}::text is null or r.number = upper(${wanted}) or c.name ilike ${like})`
  const from = sql`business.requests r join business.companies c on c.id = r.company_id`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from ${from} where ${fits}`),
    db.rows<Row>(sql`
      select ${requestColumns}, r.store, r.member_id, c.name as company from ${from} where ${fits}
      order by (${waits}) desc, r.made_at desc, r.id desc limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map(({ member_id }) => member_id),
  )
  return {
    total: count?.total ?? 0,
    rows: rows.map((row) => ({
      ...{ ...viewRow(row), store: row.store, member_id: row.member_id },
      ...{ member: names.get(row.member_id) ?? '–', company: row.company ?? '–' },
    })),
  }
}

/** One request with who did what, by name. Refuses not_found. */
export async function readOfficeRequest(db: Queryable, requestId: string): Promise<OfficeRequestView> {
  const [row, steps] = await Promise.all([
    db.row<Row & { words: string } & CompanyView>(sql`
      select ${requestColumns}, r.store, r.member_id, r.words, ${companyColumns}
      from business.requests r join business.companies c on c.id = r.company_id where r.id = ${requestId}`),
    listSteps(db, requestId),
  ])
  if (!row) throw new Refusal('not_found')
  const { name, registration, tax_number, address, buyer_kind, letter_number, letter_until } = row
  const [members, byOf, trade] = await Promise.all([
    namesOfMembers(db, [row.member_id]),
    namesOfActors(
      db,
      steps.map(({ actor }) => actor),
    ),
    readTradeOf(db, { ...row, memberId: row.member_id }),
  ])
  const member = members.get(row.member_id) ?? '–'
  return {
    ...{ ...viewRow(row), store: row.store, member_id: row.member_id, member, words: row.words },
    company: viewCompany({ name, registration, tax_number, address, buyer_kind, letter_number, letter_until }),
    ...trade,
    may_quote: mayMove(row.state, 'quoted'),
    may_refuse: mayMove(row.state, 'refused') && trade.price === null,
    may_close_out: row.state === 'agreed' && trade.agreed?.is_late === true,
    may_give_back: row.state === 'agreed',
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: byOf(actor, member), at: at.toISOString() })),
  }
}

/** Requests of a store that wait for the desk: to be priced, or decided since they were not paid in time. */
export async function countRequests(db: Queryable, store: string): Promise<number> {
  const row = await db.row<{ waiting: number }>(
    sql`select count(*)::int as waiting from business.requests r where r.store = ${store} and (${waits})`,
  )
  return row?.waiting ?? 0
}

/** A few requests whose number begins so. */
export const findRequestsBegin = (
  db: Queryable,
  typed: string,
): Promise<{ id: string; title: string; below: string; store: string }[]> =>
  db.rows(sql`
    select r.id::text as id, r.number as title, c.name as below, r.store from business.requests r join business.companies c on c.id = r.company_id
    where starts_with(r.number, ${typed.toUpperCase()}) order by r.number desc limit 8`)
