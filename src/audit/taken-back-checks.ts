/** What must hold of money that a provider corrected or a card's bank took back. */
import { sql } from '../db/database.ts'
import type { Check } from './ledger-checks.ts'

export const takenBackChecks: Check[] = [
  {
    rule: 'what is set off is booked once and counted',
    find: sql`
      select p.id, p.covered_minor, p.offset_minor, s.covered, s.suspense, s.unbooked from payments.payments p
      left join (select payment_id, sum(receivable_minor) as covered, sum(suspense_minor) as suspense,
          count(*) filter (where not exists (select from ledger.transfers t
            where t.kind = 'payment_set_off' and t.reference = set_offs.id::text)) as unbooked
        from payments.set_offs group by payment_id) as s on s.payment_id = p.id
      where (p.covered_minor, p.offset_minor) <> (coalesce(s.covered, 0), coalesce(s.suspense, 0)) or s.unbooked > 0`,
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
      left join (select payment_id, sum(amount_minor) filter (where state = 'open') as open, sum(loss_minor) as loss,
          count(*) filter (where (select array_agg(t.kind order by t.kind) from ledger.transfers t
              where t.kind in ('dispute_opened', 'dispute_won', 'dispute_lost') and t.reference = disputes.id::text)
            is distinct from case state when 'open' then array['dispute_opened'] when 'won' then array['dispute_opened', 'dispute_won']
              else array['dispute_lost', 'dispute_opened'] end) as misbooked
        from payments.disputes group by payment_id) as d on d.payment_id = p.id
      where (p.disputed_minor, p.charged_back_minor) <> (coalesce(d.open, 0), coalesce(d.loss, 0)) or d.misbooked > 0`,
  },
]
