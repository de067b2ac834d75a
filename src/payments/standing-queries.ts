/** How what a member paid stands with its banks. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Purpose } from './settler.ts'

type Paid = {
  subjectId: string
  /** What went back of it, by refunds or because its bank took it. */
  gone: bigint
  /** Its bank has not decided yet. */
  disputed: boolean
  /** How much of it that bank asks back, and since when. */
  asked: bigint
  askedSince: Date | null
}

/** Of what banks ask back of a payment `p`, in however many disputes, what it has not given back before. */
const mostAsked = (asked: Sql): Sql =>
  sql`greatest(least(${asked}, p.allocated_minor - p.refunded_allocated_minor - p.charged_back_minor), 0)`

/** What of a member's money with a store paid subjects of these purposes, whenever that was. */
export const listPaid = (
  db: Queryable,
  { memberId, store, purposes }: { memberId: string; store: string; purposes: Purpose[] },
): Promise<Paid[]> =>
  listWhere(db, sql`p.member_id = ${memberId} and p.store = ${store} and p.purpose = any(${purposes}::text[])`)

/** What of members' money paid these subjects. */
export const listPaidFor = (db: Queryable, subjectIds: readonly string[]): Promise<Paid[]> =>
  listWhere(db, sql`p.subject_id = any(${[...subjectIds]}::uuid[])`)

const listWhere = (db: Queryable, where: Sql): Promise<Paid[]> =>
  db.rows<Paid>(sql`
    select p.subject_id as "subjectId", (p.refunded_allocated_minor + coalesce(d.lost, 0))::bigint as gone, coalesce(d.open, false) as disputed,
      ${mostAsked(sql`coalesce(d.asked, 0)`)}::bigint as asked, d.since as "askedSince"
    from payments.payments p left join lateral (
      select sum(amount_minor) filter (where state = 'lost') as lost, bool_or(state = 'open') as open,
        sum(amount_minor) filter (where state = 'open') as asked, min(since) filter (where state = 'open') as since
      from payments.disputes q cross join lateral (
        select max(created_at) as since from payments.dispute_rounds r where r.dispute_id = q.id and r.state = 'open') as opened
      where payment_id = p.id) as d on true
    where ${where} and p.allocation = 'subject'`)

type AskedBack = {
  memberId: string
  store: string
  /** What banks took for good of their deposits, and they owe. */
  owed: bigint
}

/** Members of whom a bank asks money back, or took money that they owe, with the store. */
export const listAskedBack = (db: Queryable, memberIds: readonly string[]): Promise<AskedBack[]> =>
  db.rows<AskedBack>(sql`
    select p.member_id as "memberId", p.store,
      coalesce(sum(d.short_minor - d.covered_minor) filter (where d.state = 'lost' and p.purpose = 'deposit'), 0)::bigint as owed
    from payments.payments p left join payments.disputes d on d.payment_id = p.id
    where p.member_id = any(${[...memberIds]}::uuid[]) and ${isStillAsked} group by p.member_id, p.store`)

/** Whether a bank or a provider took back money of the member's that they still owe to the store. */
export const owesStore = async (db: Queryable, memberId: string, store: string): Promise<boolean> =>
  (await db.row(sql`
    select 1 as one from payments.payments p where p.member_id = ${memberId} and p.store = ${store} and (p.short_minor > p.covered_minor
      or exists (select from payments.disputes d where d.payment_id = p.id and d.short_minor > d.covered_minor)) limit 1`)) !==
  undefined

const isStillAsked = sql`(p.short_minor > p.covered_minor or d.state = 'open' or d.short_minor > d.covered_minor)`

/** Whether a bank asks a payment of the member's back, or took one back that they owe, as an SQL expression. */
export const isAskedBack = (memberId: string, store: string): Sql => sql`exists (
    select from payments.payments p left join payments.disputes d on d.payment_id = p.id
    where p.member_id = ${memberId} and p.store = ${store}
      and ${isStillAsked})`

/**
 * What banks ask back of a member's payments that these purposes used, and have not decided, as an SQL expression. The open disputes are
 * few: they are what is looked through.
 */
export const askedBackOf = (memberId: string, store: string, purposes: Purpose[]): Sql => sql`(
    select coalesce(sum(${mostAsked(sql`asked.minor`)}), 0)::bigint from (
      select d.payment_id, sum(d.amount_minor) as minor from payments.disputes d where d.state = 'open' group by d.payment_id) as asked
    join payments.payments p on p.id = asked.payment_id
    where p.member_id = ${memberId} and p.store = ${store} and p.purpose = any(${purposes}::text[]) and p.allocation = 'subject')`

/** What payments were for, by their ids. */
export async function subjectsOfPayments(db: Queryable, paymentIds: readonly string[]): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db.rows<{ id: string; subject: string }>(sql`
    select id, subject_id as subject from payments.payments where id = any(${[...paymentIds]}::uuid[])`)
  return new Map(rows.map(({ id, subject }) => [id, subject]))
}
