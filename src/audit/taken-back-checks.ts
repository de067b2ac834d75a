/** What must hold of money that went back, that a provider corrected or that a card's bank took back. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'
import { byStaff } from './settlement-checks.ts'

export const takenBackChecks: Check[] = [
  {
    rule: 'what a payment brought its subject is one tender, and nothing else is',
    find: sql`
      select p.id, p.allocated_minor, t.id as tender, t.state, t.amount_minor from payments.payments p
      full join payments.tenders t on t.payment_id = p.id and t.state <> 'ended'
      where case when p.allocation = 'subject'
        then (t.state, t.purpose, t.subject_id, t.amount_minor, t.currency) is distinct from ('used', p.purpose, p.subject_id, p.allocated_minor, p.captured_currency)
        else t.id is not null and (t.state, t.purpose, t.subject_id, p.allocation) is distinct from ('waiting', p.purpose, p.subject_id, 'suspense') end`,
  },
  {
    rule: 'the parts of a refund and of a set-off sum to it',
    find: sql`
      select r.id, 'refund' as of, r.amount_minor, r.allocated_minor, p.total, p.allocated from payments.refunds r
      cross join lateral (select sum(amount_minor) as total, coalesce(sum(amount_minor) filter (where account_kind <> 'suspense'), 0) as allocated
        from payments.refund_parts where refund_id = r.id) as p
      where (r.amount_minor, r.allocated_minor) is distinct from (p.total, p.allocated)
      union all select s.id, 'set_off', s.receivable_minor + s.loss_minor, null, p.total, null from payments.set_offs s
      cross join lateral (select sum(amount_minor) as total from payments.set_off_parts where set_off_id = s.id) as p
      where s.receivable_minor + s.loss_minor is distinct from p.total`,
  },
  {
    rule: 'what is set off is booked once and counted',
    find: sql`
      select p.id, p.covered_minor, p.paid_minor, p.written_off_minor, p.offset_minor, s.covered, s.suspense, s.unbooked, t.regained, t.back
      from payments.payments p
      left join (select payment_id, sum(receivable_minor) as covered, sum((select amount_minor from payments.set_off_parts
            where set_off_id = set_offs.id and account_kind = 'suspense')) as suspense,
          count(*) filter (where not exists (select from ledger.transfers t
            where t.kind = 'payment_set_off' and t.reference = set_offs.id::text)) as unbooked, sum(loss_minor) as loss
        from payments.set_offs group by payment_id) as s on s.payment_id = p.id
      left join (select d.payment_id, sum(r.suspense_minor) as regained, sum(r.suspense_minor + r.cash_minor) as back
        from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id group by 1) as t on t.payment_id = p.id
      where (p.covered_minor - p.paid_minor - p.written_off_minor, p.offset_minor)
          <> (coalesce(s.covered, 0), coalesce(s.suspense, 0) - coalesce(t.regained, 0))
        or s.unbooked > 0 or coalesce(s.loss, 0) - coalesce(t.back, 0) not between 0 and p.charged_back_minor`,
  },
  {
    rule: 'what is noted as paid or written off is booked once and counted',
    find: sql`
      with noted as (
        select payment_id, dispute_id, coalesce(sum(amount_minor) filter (where kind = 'paid'), 0) as paid,
          coalesce(sum(amount_minor) filter (where kind = 'written_off'), 0) as written_off,
          count(*) filter (where not exists (select from ledger.transfers t where t.reference = n.id::text
            and t.kind = case n.kind when 'paid' then 'receivable_paid' else 'receivable_written_off' end)) as unbooked
        from payments.receivable_notes n group by 1, 2)
      select p.id, 'payment' as of, n.* from payments.payments p left join noted n on n.payment_id = p.id and n.dispute_id is null
      where (p.paid_minor, p.written_off_minor) <> (coalesce(n.paid, 0), coalesce(n.written_off, 0)) or n.unbooked > 0
      union all select d.id, 'dispute', n.* from payments.disputes d left join noted n on n.dispute_id = d.id
      where d.covered_minor <> coalesce(n.paid + n.written_off, 0) or n.payment_id <> d.payment_id or n.unbooked > 0`,
  },
  {
    rule: 'a note by which less is owed was made by staff',
    find: sql`
      select n.id, n.payment_id, n.dispute_id, n.kind, n.amount_minor, n.actor from payments.receivable_notes n
      where n.amount_minor > 0 and not case n.kind
        when 'paid' then ${byStaff('disputes.note_paid', 'receivable', sql`coalesce(n.dispute_id, n.payment_id)`)}
        else ${byStaff('disputes.write_off', 'receivable', sql`coalesce(n.dispute_id, n.payment_id)`)} end`,
  },
  {
    rule: 'the books hold as receivable what is owed of payments and disputes',
    find: sql`
      with owed as (
        select owner, asset, sum(minor) as minor from (
          select 'house:' || store as owner, captured_currency as asset, short_minor - covered_minor as minor
          from payments.payments where short_minor <> 0
          union all select 'house:' || p.store, d.currency, d.short_minor - d.covered_minor
          from payments.disputes d join payments.payments p on p.id = d.payment_id where d.short_minor <> d.covered_minor) as each
        group by 1, 2
      ), booked as (
        select a.owner, a.asset, sum(e.amount) as minor from ledger.accounts a join ledger.entries e on e.account_id = a.id
        where a.kind = 'receivable' group by 1, 2)
      select owner, asset, owed.minor as owed, booked.minor as booked from owed full join booked using (owner, asset)
      where coalesce(owed.minor, 0) <> -coalesce(booked.minor, 0)`,
  },
  {
    rule: 'every correction is booked once, and its payment counts them all',
    find: sql`
      select p.id, p.captured_minor, p.short_minor, c.now, c.short, c.unbooked from payments.payments p
      join (select payment_id, (array_agg(now_minor order by created_at desc, id desc))[1] as now, sum(short_minor) as short,
          count(*) filter (where not exists (select from ledger.transfers t
            where t.kind = 'payment_corrected' and t.reference = corrections.id::text)) as unbooked
        from payments.corrections group by payment_id) as c on c.payment_id = p.id
      where (p.captured_minor, p.short_minor) <> (c.now, c.short) or c.unbooked > 0
      union all select id, captured_minor, short_minor, null, null, null from payments.payments p
      where short_minor <> 0 and not exists (select from payments.corrections c where c.payment_id = p.id)`,
  },
  {
    rule: 'every dispute is booked as it stands, and its payment counts them all',
    find: sql`
      select p.id, p.disputed_minor, p.charged_back_minor, d.open, d.loss, d.misbooked from payments.payments p
      left join (select payment_id, sum(amount_minor) filter (where state = 'open') as open, sum(loss_minor + spent_minor) as loss,
          count(*) filter (where (select array_agg(t.kind order by t.kind) from ledger.transfers t
              where t.kind in ('dispute_opened', 'dispute_won', 'dispute_lost') and t.reference = disputes.id::text)
            is distinct from coalesce((select array_agg(r.kind order by r.kind) from payments.dispute_rounds r
              where r.dispute_id = disputes.id and r.kind <> 'dispute_turned'), array['dispute_opened'])) as misbooked
        from payments.disputes group by payment_id) as d on d.payment_id = p.id
      where (p.disputed_minor, p.charged_back_minor) <> (coalesce(d.open, 0), coalesce(d.loss, 0)) or d.misbooked > 0`,
  },
  {
    rule: 'a dispute stands as its newest round says, they are numbered without a gap, and each that moves money is booked',
    find: sql`
      select d.id, d.state, d.amount_minor, d.rounds, r.number, r.state as round, r.amount_minor as of, n.rounds as counted, t.id as transfer
      from payments.disputes d
      left join (select dispute_id, count(*) as rounds, max(number) as newest from payments.dispute_rounds group by 1) as n on n.dispute_id = d.id
      left join payments.dispute_rounds r on r.dispute_id = d.id
      left join payments.dispute_rounds b on b.dispute_id = d.id and b.number = r.number - 1
      left join ledger.transfers t on t.kind = 'dispute_turned' and t.reference = r.id::text
      where (n.rounds, n.newest) is distinct from (d.rounds, d.rounds)
        or r.number = d.rounds and (r.state, r.amount_minor, r.loss_minor, r.short_minor, r.spent_minor, r.taken_minor)
          <> (d.state, d.amount_minor, d.loss_minor, d.short_minor, d.spent_minor, d.taken_minor)
        or r.kind = 'dispute_turned' and (t.id is null) <> ((r.state, r.loss_minor, r.suspense_minor + r.cash_minor) = (b.state, b.loss_minor, 0)
          and (r.state = 'won' or r.amount_minor = b.amount_minor))`,
  },
]
