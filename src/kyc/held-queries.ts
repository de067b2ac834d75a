/** What this area holds about a member, for the copy that they may ask for: numbers by their end, pictures by what they are. Why staff
 * looked, and what they doubted, is not in it: who is suspected of laundering money must not learn it from us. */
import { type Queryable, sql } from '../db/database.ts'
import { masked } from './id-number-rules.ts'

type WithEnd = Record<string, unknown> & { end: string }
const byEnd = (row: WithEnd | undefined) => row && { ...row, end: undefined, number: masked(row.end) }

export async function heldByKyc(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [name, funds, documents, reviews, moves, levels, views, days] = await Promise.all([
    db.row<WithEnd>(sql`select full_name, birth_date::text as birth_date, sex, id_type, country, number_end as "end", doubts, told_at
      from kyc.real_names where member_id = ${memberId}`),
    db.row<WithEnd>(
      sql`select source, explanation, tax_number_end as "end", told_at from kyc.funds where member_id = ${memberId}`,
    ),
    db.rows(sql`select kind, created_at, sent_at, replaced_at, destroyed_at from kyc.documents
      where member_id = ${memberId} order by created_at`),
    db.rows(
      sql`select subject, state, answer, moved_at from kyc.reviews where member_id = ${memberId} order by subject`,
    ),
    db.rows(
      sql`select subject, from_state, to_state, answer, at from kyc.moves where member_id = ${memberId} order by id`,
    ),
    db.row(
      sql`select coalesce(override, level) as level, relation_ended_at, changed_at from kyc.levels where member_id = ${memberId}`,
    ),
    db.rows(sql`select d.kind, v.at, v.viewer like 'member:%' as by_yourself from kyc.views v
      join kyc.documents d on d.id = v.document_id where d.member_id = ${memberId} order by v.id`),
    db.rows(sql`select day::text as day, used::text as used from kyc.days where member_id = ${memberId} order by day`),
  ])
  return {
    ...{ real_name: byEnd(name) ?? null, source_of_funds: byEnd(funds) ?? null, documents, reviews, moves },
    ...{ level: levels ?? null, looks_at_documents: views, days_of_the_limit: days },
  }
}

/** Whether anything stands here that has to be kept for some years after a member has left. */
export async function holdsIdentity(db: Queryable, memberId: string): Promise<boolean> {
  const row = await db.row<{ holds: boolean }>(sql`select
    exists (select from kyc.real_names where member_id = ${memberId})
    or exists (select from kyc.funds where member_id = ${memberId})
    or exists (select from kyc.documents where member_id = ${memberId} and destroyed_at is null) as holds`)
  return row?.holds ?? false
}
