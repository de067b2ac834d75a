/** Large trades as their member sees them. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { type Currency, type Weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Holder } from '../vault/holder.ts'
import type { Side } from '../vault/trade-rules.ts'
import type { BusinessRequestView, BusinessView, CompanyView, RequestRowView } from './contract.ts'
import { readTradeOf } from './offer-queries.ts'
import { type Delivery, mayMove, openStates, type RequestState } from './request-rules.ts'

export type RequestRow = {
  id: string
  number: string
  side: Side
  weight: Weight
  delivery: Delivery
  currency: Currency
  state: RequestState
  made_at: Date
  pay_by: Date | null
}
export const requestColumns: Sql = sql`r.id, r.number, r.side, r.weight_e4 as weight, r.goes_to as delivery, r.currency, r.state, r.made_at,
  (select a.pay_by from business.agreements a where a.request_id = r.id and a.ended is null) as pay_by`
export const companyColumns: Sql = sql`c.name, c.registration, c.tax_number, c.address, c.buyer_kind, c.letter_number, c.letter_until::text as letter_until`

export const viewRow = ({
  id,
  number,
  side,
  weight,
  delivery,
  currency,
  state,
  made_at,
  pay_by,
}: RequestRow): RequestRowView => ({
  ...{ request_id: id, number, side, weight: weightText(weight), delivery, currency, state },
  made_at: made_at.toISOString(),
  pay_by: pay_by?.toISOString() ?? null,
})

/** Erased with its member's account: then only the figures stay. */
export const viewCompany = (company: { [K in keyof CompanyView]: CompanyView[K] | null }): CompanyView => ({
  ...company,
  name: company.name ?? '–',
  registration: company.registration ?? '–',
  tax_number: company.tax_number ?? '–',
  address: company.address ?? '–',
  buyer_kind: company.buyer_kind ?? 'end_consumer',
})

export const findCompany = (db: Queryable, { memberId, store }: Omit<Holder, 'currency'>) =>
  db.row<CompanyView & { id: string }>(sql`
    select c.id, ${companyColumns} from business.companies c
    where c.member_id = ${memberId} and c.store = ${store} order by c.made_at desc, c.id desc limit 1`)

export async function countOpen(db: Queryable, { memberId, store }: Omit<Holder, 'currency'>): Promise<number> {
  const row = await db.row<{ open: number }>(sql`
    select count(*)::int as open from business.requests
    where member_id = ${memberId} and store = ${store} and state = any(${openStates}::text[])`)
  return row?.open ?? 0
}

/** Refuses not_found, also for somebody else's. */
export async function findRequest(
  db: Queryable,
  { memberId, store }: Holder,
  requestId: string,
): Promise<{ state: RequestState }> {
  const row = await db.row<{ state: RequestState }>(sql`
    select state from business.requests where id = ${requestId} and member_id = ${memberId} and store = ${store}`)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function readBusiness(db: Queryable, holder: Holder): Promise<BusinessView> {
  const { memberId, store } = holder
  const [company, open, rows] = await Promise.all([
    findCompany(db, holder),
    countOpen(db, holder),
    db.rows<RequestRow>(sql`
      select ${requestColumns} from business.requests r where r.member_id = ${memberId} and r.store = ${store}
      order by r.made_at desc, r.id desc limit ${settings.business.listed}::int`),
  ])
  const { id: _, ...told } = company ?? { id: '' }
  return {
    company: company ? (told as CompanyView) : null,
    may_request: open < settings.business.mostOpen,
    requests: rows.map(viewRow),
  }
}

type StepRow = { from: RequestState | null; to: RequestState; actor: string; reason: string; at: Date }

/** The newest first. */
export const listSteps = (db: Queryable, requestId: string): Promise<StepRow[]> =>
  db.rows<StepRow>(sql`
    select from_state as "from", to_state as "to", actor, reason, at from business.moves where request_id = ${requestId} order by id desc`)

const sideOf = (actor: string) =>
  actor.startsWith('member:') ? ('member' as const) : actor.startsWith('staff:') ? ('desk' as const) : ('shop' as const)

/** One request with its timeline. Refuses not_found, also for somebody else's. */
export async function readRequest(
  db: Queryable,
  { memberId, store }: Holder,
  requestId: string,
): Promise<BusinessRequestView> {
  const [row, steps, now] = await Promise.all([
    db.row<RequestRow & { words: string } & CompanyView>(sql`
      select ${requestColumns}, r.words, ${companyColumns} from business.requests r join business.companies c on c.id = r.company_id
      where r.id = ${requestId} and r.member_id = ${memberId} and r.store = ${store}`),
    listSteps(db, requestId),
    db.row<{ now: Date }>(sql`select clock_timestamp() as now`),
  ])
  if (!row || !now) throw new Refusal('not_found')
  const { name, registration, tax_number, address, buyer_kind, letter_number, letter_until } = row
  return {
    ...viewRow(row),
    words: row.words,
    company: viewCompany({ name, registration, tax_number, address, buyer_kind, letter_number, letter_until }),
    ...(await readTradeOf(db, { ...row, memberId, store })),
    server_time: now.now.toISOString(),
    may_withdraw: mayMove(row.state, 'withdrawn'),
    timeline: steps.map(({ actor, at, ...step }) => ({ ...step, by: sideOf(actor), at: at.toISOString() })),
  }
}
