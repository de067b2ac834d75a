/** What this area holds about a member, for the copy that they may ask for; and what goes when their account does. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Currency, minor, moneyText, type Weight, weightText } from '../money/money.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { contractPapers } from './contract-queries.ts'
import { mayMove, requestStates } from './request-rules.ts'

type Row = Record<string, unknown> & { grams: Weight; currency: Currency; openings: Opened[] }
type Opened = Record<'price' | 'amount' | 'tax', string> & Record<string, unknown>

export async function heldByBusiness(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [companies, contracts, paidLater, requests] = await Promise.all([
    db.rows(sql`
      select store, name, registration, tax_number, address, buyer_kind, letter_number, letter_until::text as letter_until, made_at
      from business.companies where member_id = ${memberId} order by made_at, id`),
    heldContracts(db, memberId),
    heldAgreements(db, memberId),
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
  return { companies, contracts, paid_later: paidLater, requests: requests.map(readable) }
}

type Held = Record<'deposit', bigint> &
  Record<'close_price' | 'difference' | 'kept' | 'claim', bigint | null> & { currency: Currency }

async function heldAgreements(db: Queryable, memberId: string) {
  const rows = await db.rows<Held & Record<string, unknown>>(sql`
    select r.number, a.currency, a.pay_by, a.made_at, a.reminded_at, a.told_late_at, a.ended, a.ended_at, a.deposit_minor as deposit,
      a.close_price_minor as close_price, a.difference_minor as difference, a.kept_minor as kept, a.claim_minor as claim
    from business.agreements a left join business.requests r on r.id = a.request_id where a.member_id = ${memberId} order by a.made_at, a.request_id`)
  return rows.map(({ deposit, close_price, difference, kept, claim, ...row }) => {
    const money = (units: bigint | null) => (units === null ? null : moneyText(minor(units), row.currency))
    const amounts = { deposit: money(deposit), close_price: money(close_price), difference: money(difference) }
    return { ...row, ...amounts, kept: money(kept), claim: money(claim) }
  })
}

async function heldContracts(db: Queryable, memberId: string) {
  const signed = await db.rows<{ id: string; accepted_at: Date }>(sql`
    select request_id as id, accepted_at from business.contracts where member_id = ${memberId} order by accepted_at, request_id`)
  const papers = await listPapers(
    db,
    contractPapers.subject,
    signed.map(({ id }) => id),
  )
  const documents = new Map(papers.map(({ subjectId, document }) => [subjectId, document]))
  return signed.map(({ id, accepted_at }) => ({ accepted_at, document: documents.get(id) ?? null }))
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

/** What its member may still take back. */
const withdrawable = requestStates.filter((state) => mayMove(state, 'withdrawn'))

/**
 * What waits is withdrawn; the company is nobody's any more, and what was written to the desk is gone. Contracts name their parties until the
 * years of tax law are over (forget-contracts.ts).
 */
export async function forgetBusiness(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with open as (
      select id, state from business.requests where member_id = ${memberId} and state = any(${withdrawable}::text[]) for update
    ), moved as (
      update business.requests r set state = 'withdrawn' from open where r.id = open.id returning r.id)
    insert into business.moves (request_id, from_state, to_state, actor, reason)
    select open.id, open.state, 'withdrawn', 'system', '' from open join moved using (id)`)
  await tx.run(sql`update business.contracts set left_at = now() where member_id = ${memberId} and left_at is null`)
  await tx.run(sql`update business.requests set words = '' where member_id = ${memberId} and words <> ''`)
  await tx.run(sql`
    update business.companies set name = null, registration = null, tax_number = null, address = null, letter_number = null
    where member_id = ${memberId} and num_nonnulls(name, registration, tax_number, address, letter_number) > 0`)
}
