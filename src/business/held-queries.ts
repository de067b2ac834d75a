/** What this area holds about a member, for the copy that they may ask for; and what goes when their account does. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Currency, minor, moneyText, type Weight, weightText } from '../money/money.ts'
import { openStates } from './request-rules.ts'

type Row = Record<string, unknown> & { grams: Weight; currency: Currency; openings: Opened[] }
type Opened = Record<'price' | 'amount' | 'tax', string> & Record<string, unknown>

export async function heldByBusiness(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [companies, requests] = await Promise.all([
    db.rows(sql`
      select store, name, registration, tax_number, address, buyer_kind, letter_number, letter_until::text as letter_until, made_at
      from business.companies where member_id = ${memberId} order by made_at, id`),
    db.rows<Row>(sql`
      select r.number, r.store, r.currency, r.side, r.weight_e4 as grams, r.goes_to as delivery, r.words, r.state, r.made_at, d.made_at as settled_at,
        d.tax_minor::text as tax_settled, (
        select coalesce(json_agg(json_build_object('from', from_state, 'to', to_state, 'reason', reason, 'at', at) order by m.id), '[]'::json)
        from business.moves m where m.request_id = r.id) as moves, (
        select coalesce(json_agg(json_build_object('bps', bps, 'buyer_kind', buyer_kind, 'letter_until', letter_until, 'words', words,
          'made_at', made_at, 'valid_until', valid_until) order by made_at), '[]'::json)
        from business.offers o where o.request_id = r.id) as quotes, (
        select coalesce(json_agg(json_build_object('price', price_minor::text, 'amount', amount_minor::text, 'tax', tax_minor::text,
          'tax_rule', tax_rule, 'tax_bps', tax_bps, 'tax_reason', tax_reason, 'opened_at', opened_at) order by opened_at), '[]'::json)
        from business.openings p where p.request_id = r.id) as openings
      from business.requests r left join business.deals d on d.request_id = r.id where r.member_id = ${memberId} order by r.made_at, r.id`),
  ])
  return { companies, requests: requests.map(readable) }
}

function readable({ grams, openings, tax_settled: tax, ...request }: Row) {
  const money = (units: string) => moneyText(minor(BigInt(units)), request.currency)
  return {
    ...{ ...request, grams: weightText(grams) },
    tax_settled: tax === null ? null : money(String(tax)),
    openings: openings.map(({ price, amount, tax: own, ...opened }) => ({
      ...opened,
      ...{ price: money(price), amount: money(amount), tax: money(own) },
    })),
  }
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
