/** Requests for money back, and money that waits, as staff see them. */
import { type Queryable, sql } from '../../db/database.ts'
import { namesOfMembers } from '../../identity/member-name-queries.ts'
import type { Bag } from '../../karat.ts'
import { amountText, type Currency, minor, moneyText } from '../../money/money.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { listRefunds, suspendedRest } from '../../payments/refunds.ts'
import { findWaiting } from '../../staff/approvals.ts'
import { namesOfStaff } from '../../staff/staff-name-queries.ts'
import { secondFrom } from '../../stores/second-person.ts'
import { storeOf } from '../../stores/stores.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import type { OfficeRefundView, OfficeReviewView } from './office-refund-contract.ts'
import { refundStates } from './refund-rules.ts'

type Row = Pick<
  OfficeRefundView,
  'order_id' | 'number' | 'store' | 'order_state' | 'state' | 'reason' | 'note' | 'whole' | 'answer'
> & {
  id: string
  member_id: string
  currency: Currency
  stated_minor: bigint
  granted_minor: bigint | null
  before: bigint
  pictures: string[]
  granted_by: string | null
  executed_by: string | null
  created_at: Date
  lines: { position: number; name: Record<string, string>; quantity: number; granted: number }[]
}
type Page = { page: number; size: number }
type Filter = {
  state?: 'all' | OfficeRefundView['state'] | undefined
  store?: string | undefined
  q?: string | undefined
}

const statesOf = (state: Filter['state']): readonly string[] =>
  state === 'all' ? refundStates : state ? [state] : ['requested', 'granted']

/** Requests that wait for somebody, the oldest first; or those of one state or all, the newest first. */
export async function listOfficeRefunds(
  karat: Bag<'orders'>,
  { state, store, q }: Filter,
  { page, size }: Page,
  language: string,
) {
  const { db } = karat
  const where = sql`r.state = any(${statesOf(state)}::text[]) and (${store ?? null}::text is null or o.store = ${store ?? null})
    and (${q ?? null}::text is null or o.number ilike ${`%${(q ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`})`
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total
      from orders.refund_requests r join orders.orders o on o.id = r.order_id where ${where}`),
    db.rows<Row>(sql`
      select r.id, r.order_id, o.number, o.store, o.state as order_state, r.member_id, r.state, r.reason, r.note, r.whole, r.answer,
        o.currency, r.stated_minor, r.granted_minor, r.pictures, r.granted_by, r.executed_by, r.created_at,
        coalesce((select sum(x.granted_minor) from orders.refund_requests x
          where x.order_id = r.order_id and x.state = 'executed' and x.id <> r.id), 0)::bigint as before,
        (select jsonb_agg(jsonb_build_object('position', l.position, 'name', line.name, 'quantity', l.quantity, 'granted', l.granted) order by l.position)
          from orders.refund_lines l join orders.lines line on line.order_id = l.order_id and line.position = l.position
          where l.request_id = r.id) as lines
      from orders.refund_requests r join orders.orders o on o.id = r.order_id where ${where}
      order by case when ${state ?? null}::text is null then r.created_at end, r.created_at desc, r.id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const isId = (id: string | null): id is string => /^[0-9a-f-]{36}$/.test(id ?? '')
  const [members, staff, waiting, refunds] = await Promise.all([
    namesOfMembers(
      db,
      rows.map((row) => row.member_id),
    ),
    namesOfStaff(
      db,
      rows.flatMap((row) => [row.granted_by, row.executed_by].filter(isId)),
    ),
    findWaiting(
      db,
      'refunds.execute',
      rows.map((row) => row.id),
    ),
    Promise.all(rows.map((row) => (row.state === 'executed' ? listRefunds(db, row.order_id) : []))),
  ])
  const by = (id: string | null) => id && (staff.get(id) ?? id)
  return {
    total: count?.total ?? 0,
    rows: rows.map((row, at) => ({
      ...viewRequest(karat, row, language),
      buyer: members.get(row.member_id) ?? '',
      granted_by: by(row.granted_by),
      executed_by: by(row.executed_by),
      second_asked: waiting.has(row.id),
      refunds: viewRefunds(row, refunds[at] ?? []),
    })),
  }
}

function viewRequest({ settings, stores }: Bag<'orders'>, row: Row, language: string) {
  const text = (amount: bigint) => moneyText(minor(amount), row.currency)
  const threshold = secondFrom('back_from', settings, storeOf({ stores }, row.store), row.currency)
  const { order_id, number, store, order_state, state, reason, note, whole, answer, currency, pictures } = row
  return {
    ...{ order_id, number, store, order_state, state, reason, note, whole, answer, currency, pictures },
    request_id: row.id,
    stated: text(row.stated_minor),
    granted: row.granted_minor === null ? null : text(row.granted_minor),
    returned_before: text(row.before),
    takes_two: (row.granted_minor ?? row.stated_minor) + row.before >= threshold,
    lines: row.lines.map((line) => ({ ...line, name: textIn(line.name, language) })),
    created_at: row.created_at.toISOString(),
  }
}

/** A refusal of the provider may be tried again, unless a later try took its place. */
function viewRefunds(row: Row, all: Awaited<ReturnType<typeof listRefunds>>): OfficeRefundView['refunds'] {
  const own = all.filter(({ occasion }) => occasion === `request:${row.id}`)
  return own.map((refund) => ({
    refund_id: refund.id,
    state: refund.state,
    amount: amountText(refund.amount_minor, refund.currency),
    failure: refund.failure,
    may_retry: refund.state === 'failed' && own.every(({ state }) => state === 'failed'),
  }))
}

type ReviewRow = {
  id: string
  number: string
  store: string
  member_id: string
  currency: Currency
  total_minor: bigint
  review_until: Date | null
  open: boolean
}

/** Orders whose money waits, the shortest time first, and what their members may choose. */
export async function listOfficeReviews(
  db: Queryable,
  { page, size }: Page,
): Promise<{ total: number; rows: OfficeReviewView[] }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from orders.orders where state = 'payment_review'`),
    db.rows<ReviewRow>(sql`
      select id, number, store, member_id, currency, total_minor, review_until, review_until > now() as open from orders.orders
      where state = 'payment_review' order by review_until, id limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  const names = await namesOfMembers(
    db,
    rows.map((row) => row.member_id),
  )
  const payments = await Promise.all(rows.map((row) => listPayments(db, row.id)))
  return {
    total: count?.total ?? 0,
    rows: rows.map((row, at) => {
      const waiting = (payments[at] ?? []).filter((payment) => suspendedRest(payment) > 0n)
      return {
        order_id: row.id,
        number: row.number,
        store: row.store,
        buyer: names.get(row.member_id) ?? '',
        currency: row.currency,
        total: moneyText(minor(row.total_minor), row.currency),
        received: waiting.map((payment) => {
          const currency = payment.captured_currency ?? payment.currency
          const rest = suspendedRest(payment)
          return { amount: amountText(rest, currency), currency }
        }),
        until: row.review_until?.toISOString() ?? null,
        may_honour: row.open && waiting.some(({ captured_currency: currency }) => currency === row.currency),
      }
    }),
  }
}
