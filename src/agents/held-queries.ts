/** What this area holds about a member, for the copy that they may ask for; and what goes when their account does. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Currency, minor, moneyText, weight, weightText } from '../money/money.ts'
import { listPapers } from '../papers/paper-queries.ts'
import { contractPapers } from './contract-papers.ts'

type Amounts = Record<string, unknown> & { currency: Currency }

/** Amounts as people write them. */
const readable = ({ weight: grams, ...row }: Amounts) =>
  Object.fromEntries([
    ...Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? moneyText(minor(value), row.currency) : value,
    ]),
    ...(typeof grams === 'bigint' ? [['grams', weightText(weight(grams))]] : []),
  ])

type Row = { id: string } & Record<string, unknown>

export async function heldByAgents(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const rows = await db.rows<Row>(sql`
    select a.id, a.number, a.store, a.state, a.words, a.terms_version, a.tax_number_end, a.applied_at, a.began_at, a.ended_at, (
      select coalesce(json_agg(json_build_object('from', from_state, 'to', to_state, 'reason', reason, 'at', at) order by m.id), '[]'::json)
      from agents.moves m where m.agent_id = a.id) as moves
    from agents.agents a where a.member_id = ${memberId} order by a.applied_at, a.id`)
  const papers = await listPapers(
    db,
    contractPapers.subject,
    rows.map(({ id }) => id),
  )
  const documents = new Map(papers.map(({ subjectId, document }) => [subjectId, document]))
  const [earned, slips, prepared, choice, ways] = await Promise.all([
    db.rows<Amounts>(sql`
      select c.purchase_kind, c.number, c.store, c.paid_at, c.currency, c.purchase_minor as purchase, c.stands_minor as stands, c.ppm,
        c.amount_minor as amount, c.due_at, c.disputed, c.made_at, (
        select coalesce(json_agg(json_build_object('taken_back', r.amount_minor::text, 'stands', r.stands_minor::text, 'at', r.made_at) order by r.made_at), '[]'::json)
        from agents.reversals r where r.commission_id = c.id) as reversals
      from agents.commissions c join agents.agents a on a.id = c.agent_id where a.member_id = ${memberId} order by c.paid_at, c.id`),
    db.rows<Amounts>(sql`
      select store, currency, month::text as month, gross_minor as gross, withheld_ppm, withheld_minor as withheld, net_minor as net, goes_to,
        weight_e4 as weight, fell_back, made_at from agents.slips where member_id = ${memberId} order by month, made_at`),
    db.rows<Amounts>(sql`
      select number, store, currency, kind, weight_e4 as weight, amount_minor as amount, sku_id, quantity, words, state, made_at, ends_at, opened_at,
        ended_at, purchase_kind
      from agents.preparations where member_id = ${memberId} order by made_at, id`),
    db.row(sql`select shows_name, at from agents.client_choices where member_id = ${memberId}`),
    db.rows(sql`select store, goes_to, chosen_at from agents.slip_choices where member_id = ${memberId} order by id`),
  ])
  return {
    commissions: earned.map(readable),
    slips: slips.map(readable),
    slips_go: ways,
    prepared_for_you: prepared.map(readable),
    ...{ shows_name_to_agent: choice ?? null },
    agencies: rows.map(({ id, ...row }) => ({ ...row, contract: documents.get(id) ?? null })),
  }
}

/**
 * An application is withdrawn and an agency ends; what was written to the desk is gone. A contract names its parties, and their tax number is
 * kept, until the years of tax law are over (forget-contracts.ts).
 */
export async function forgetAgents(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`
    with open as (
      select id, state, case state when 'applied' then 'withdrawn' else 'ended' end as next from agents.agents
      where member_id = ${memberId} and state in ('applied', 'active', 'suspended') for update
    ), moved as (
      update agents.agents a set state = open.next, ended_at = now(),
        signature_sealed = case when open.next = 'ended' then a.signature_sealed end,
        tax_number_sealed = case when open.next = 'ended' then a.tax_number_sealed end,
        tax_number_end = case when open.next = 'ended' then a.tax_number_end end
      from open where a.id = open.id returning a.id)
    insert into agents.moves (agent_id, from_state, to_state, actor, reason)
    select open.id, open.state, open.next, 'system', '' from open join moved using (id)`)
  await tx.run(sql`
    update agents.preparations set state = 'expired', ended_at = now() where state = 'waiting' and (member_id = ${memberId}
      or agent_id in (select id from agents.agents where member_id = ${memberId}))`)
  await tx.run(sql`update agents.preparations set words = '' where member_id = ${memberId} and words <> ''`)
  await tx.run(sql`delete from agents.client_choices where member_id = ${memberId}`)
  await tx.run(sql`
    update agents.agents set words = '', left_at = coalesce(left_at, now()) where member_id = ${memberId} and (words <> '' or left_at is null)`)
}
