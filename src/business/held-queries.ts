/** What this area holds about a member, for the copy that they may ask for; and what goes when their account does. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Weight, weightText } from '../money/money.ts'
import { openStates } from './request-rules.ts'

type Row = Record<string, unknown> & { grams: Weight }

export async function heldByBusiness(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [companies, requests] = await Promise.all([
    db.rows(sql`
      select store, name, registration, tax_number, address, buyer_kind, letter_number, letter_until::text as letter_until, made_at
      from business.companies where member_id = ${memberId} order by made_at, id`),
    db.rows<Row>(sql`
      select number, store, currency, side, weight_e4 as grams, goes_to as delivery, words, state, made_at, (
        select coalesce(json_agg(json_build_object('from', from_state, 'to', to_state, 'reason', reason, 'at', at) order by m.id), '[]'::json)
        from business.moves m where m.request_id = r.id) as moves
      from business.requests r where member_id = ${memberId} order by made_at, id`),
  ])
  return { companies, requests: requests.map(({ grams, ...request }) => ({ ...request, grams: weightText(grams) })) }
}

/** What waits is withdrawn; the company is nobody's any more, and what was written to the desk is gone. */
export async function forgetBusiness(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with open as (
      select id, state from business.requests where member_id = ${memberId} and state = any(${openStates}::text[]) for update
    ), moved as (
      update business.requests r set state = 'withdrawn' from open where r.id = open.id returning r.id)
    insert into business.moves (request_id, from_state, to_state, actor, reason)
    select open.id, open.state, 'withdrawn', 'system', '' from open join moved using (id)`)
  await tx.run(sql`update business.requests set words = '' where member_id = ${memberId} and words <> ''`)
  await tx.run(sql`
    update business.companies set name = null, registration = null, tax_number = null, address = null, letter_number = null
    where member_id = ${memberId} and num_nonnulls(name, registration, tax_number, address, letter_number) > 0`)
}
