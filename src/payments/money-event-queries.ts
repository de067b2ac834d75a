/** What became of the money of captured payments afterwards: returned, disputed, corrected. */
import { type Queryable, sql } from '../db/database.ts'
import type { MoneyEventKind, NoteEventKind } from './taken-back-rules.ts'

export type MoneyEvent = {
  kind: MoneyEventKind
  /** Of a correction by how much the capture changed. */
  amount: bigint
  currency: string
  actor: string
  at: Date
}

/** Newest first. Money back stands where its provider had settled it; amounts in the currency that was captured. */
export const listMoneyEvents = (db: Queryable, subjectId: string) =>
  db.rows<MoneyEvent>(sql`
    with paid as (select id, provider, captured_currency from payments.payments where subject_id = ${subjectId})
    select kind, amount, currency, actor, at from (
      select case when starts_with(occasion, 'surplus:') then 'surplus_back' else 'money_back' end as kind, amount_minor as amount,
          currency, actor, decided_at as at, id from payments.refunds where subject_id = ${subjectId} and state = 'settled'
      union all select case r.state when 'open' then 'disputed' else 'dispute_' || r.state end, r.amount_minor, d.currency,
          'provider:' || d.provider, r.created_at, r.id
        from payments.dispute_rounds r join payments.disputes d on d.id = r.dispute_id join paid on paid.id = d.payment_id
      union all select case when now_minor > was_minor then 'captured_more' else 'captured_less' end, abs(now_minor - was_minor),
          captured_currency, 'provider:' || provider, created_at, c.id
        from payments.corrections c join paid on paid.id = c.payment_id
    ) e order by at desc, id desc`)

export type NoteEvent = Omit<MoneyEvent, 'kind'> & { kind: NoteEventKind; reason: string }

/** What staff noted of what is owed to the house for a subject, newest first; where two people did, the second. */
export const listNoteEvents = (db: Queryable, subjectId: string) =>
  db.rows<NoteEvent>(sql`
    select case when n.amount_minor < 0 then 'note_taken_back' else 'owed_' || n.kind end as kind, abs(n.amount_minor) as amount,
      coalesce(p.captured_currency, p.currency) as currency, n.reason,
      regexp_replace(n.actor, '^.*[+]', '') as actor, n.created_at as at
    from payments.receivable_notes n join payments.payments p on p.id = n.payment_id
    where p.subject_id = ${subjectId} order by n.created_at desc, n.id desc`)
