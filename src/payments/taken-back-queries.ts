/** What banks and providers took back or corrected, as the staff see it. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Dispute } from './contract.ts'
import type { Purpose } from './settler.ts'
import type { NoteKind, TakenBackState } from './taken-back-rules.ts'

export type TakenBack = {
  id: string
  kind: 'dispute' | 'correction' | 'currency'
  state: TakenBackState
  purpose: Purpose
  subject_id: string
  member_id: string
  store: string
  provider: string
  provider_reference: string
  currency: string
  /** Of a dispute what is disputed; of a correction by how much the capture changed, negative when it became less. */
  amount: bigint
  was: bigint | null
  now: bigint | null
  payment_id: string
  /** What somebody still owes to the house; of a correction what its payment still lacks. Negative: what they paid at the bank and owe no longer. */
  receivable: bigint
  /** Whether it is, or was, owed because of this. */
  owes: boolean
  loss: bigint
  /** Of the bank's, what their payer gave back at once. */
  taken: bigint
  reason: string
  respond_by: Date | null
  at: Date
  decided_at: Date | null
}

const everything = sql`
  select d.id, 'dispute' as kind, d.state, p.purpose, p.subject_id, p.member_id, p.store, d.provider, d.provider_reference, d.currency,
    d.amount_minor as amount, null::bigint as was, null::bigint as now, d.payment_id, d.short_minor - d.covered_minor as receivable,
    d.short_minor > 0 or exists (select from payments.receivable_notes n where n.dispute_id = d.id) as owes, d.loss_minor - d.taken_minor as loss,
    d.taken_minor as taken, d.reason, d.respond_by, d.opened_at as at, d.decided_at
  from payments.disputes d join payments.payments p on p.id = d.payment_id
  union all select c.id, 'correction', case when c.short_minor > 0 and p.short_minor > p.covered_minor then 'short' else 'booked' end,
    p.purpose, p.subject_id, p.member_id, p.store, p.provider, p.provider_reference, p.captured_currency, c.now_minor - c.was_minor, c.was_minor,
    c.now_minor, c.payment_id, case when c.short_minor > 0 then p.short_minor - p.covered_minor else 0 end, c.short_minor > 0, 0, 0, '',
    null, c.created_at, null
  from payments.corrections c join payments.payments p on p.id = c.payment_id
  union all select id, 'currency', 'foreign', purpose, subject_id, member_id, store, provider, provider_reference, foreign_currency, foreign_minor, null,
    null, id, 0, false, 0, 0, '', null, foreign_at, null
  from payments.payments where foreign_currency is not null`

type TakenBackFilter = {
  state?: TakenBackState | undefined
  store?: string | undefined
  /** Only about these subjects. */
  subjectIds: string[] | null
}

const fits = ({ state, store, subjectIds }: TakenBackFilter): Sql => sql`
  (${state ?? null}::text is null or state = ${state ?? null}) and (${store ?? null}::text is null or store = ${store ?? null})
  and (${subjectIds === null} or subject_id = any(${subjectIds ?? []}::uuid[]))`

/** Open disputes first, by the day until which the bank takes evidence; then what is to be asked back; then the newest. */
export async function listTakenBack(
  db: Queryable,
  filter: TakenBackFilter,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; rows: TakenBack[] }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from (${everything}) e where ${fits(filter)}`),
    db.rows<TakenBack>(sql`
      select * from (${everything}) e where ${fits(filter)}
      order by state = 'open' desc, state = 'foreign' desc, receivable <> 0 desc, case when state = 'open' then respond_by end nulls last, at desc, id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows }
}

type Counted = { disputes: number; foreign: number; receivables: number }

/** Disputes of a store that are not decided; captures in another currency than is booked; and what is still owed to it: short payments, and lost disputes of returned money; one that turned and whose debtor is to get back what they paid counts as well. */
export async function countTakenBack(db: Queryable, store: string): Promise<Counted> {
  const row = await db.row<Counted>(sql`
    select count(*) filter (where d.state = 'open')::int as disputes,
      (select count(*)::int from payments.payments where store = ${store} and foreign_currency is not null) as "foreign",
      count(*) filter (where d.short_minor <> d.covered_minor)::int +
        (select count(*)::int from payments.payments where store = ${store} and short_minor > covered_minor) as receivables
    from payments.disputes d join payments.payments p on p.id = d.payment_id where p.store = ${store}`)
  return row ?? { disputes: 0, foreign: 0, receivables: 0 }
}

type DisputeRound = { dispute_id: string; state: Dispute['state']; amount: bigint; at: Date }

/** Every answer that changed these disputes, oldest first. */
export const listDisputeRounds = (db: Queryable, disputeIds: string[]) =>
  db.rows<DisputeRound>(sql`
    select dispute_id, state, amount_minor as amount, created_at as at from payments.dispute_rounds
    where dispute_id = any(${disputeIds}::uuid[]) order by dispute_id, number`)

export type ReceivableNote = {
  id: string
  payment_id: string
  dispute_id: string | null
  kind: NoteKind
  /** Negative where it was taken back. */
  amount: bigint
  reference: string | null
  reason: string
  actor: string
  at: Date
  taken_back: boolean
}

/** What was noted of the receivables of these payments, oldest first. */
export const listReceivableNotes = (db: Queryable, paymentIds: string[]) =>
  db.rows<ReceivableNote>(sql`
    select id, payment_id, dispute_id, kind, amount_minor as amount, reference, reason, actor, created_at as at,
      exists (select from payments.receivable_notes b where b.takes_back = n.id) as taken_back
    from payments.receivable_notes n where payment_id = any(${paymentIds}::uuid[]) order by created_at, id`)

/** What a dispute, a correction or a note of a receivable is about; null when there is no such one. */
export const findSubjectOfTakenBack = async (db: Queryable, id: string): Promise<string | null> =>
  (
    await db.row<{ subject_id: string }>(sql`
      select p.subject_id from payments.payments p where p.id in (
        select payment_id from payments.disputes where id = ${id} union all select payment_id from payments.corrections where id = ${id}
        union all select payment_id from payments.receivable_notes where id = ${id})`)
  )?.subject_id ?? null
