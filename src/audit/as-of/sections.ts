/**
 * What an examiner asks for, as it was at a moment: each a table of its own. Read from what is only added to (entries, moves, events, audit
 * rows); where a row is changed in place, what of it the moment had by its own times.
 */
import { type Sql, sql } from '../../db/database.ts'

export type Moment = { store: string; at: Date }
type Section = { file: string; title: string; read: (of: Moment) => Sql }

const grams = (units: Sql) => sql`round(${units} / 10000.0, 4)::text`
const when = (moment: Sql) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const person = (id: Sql) => sql`coalesce((select p.name from staff.people p where p.id = ${id}), '')`

/** Every bar as its moves until the moment leave it. */
export const barsAt = ({ store, at }: Moment): Sql => sql`
  select b.maker, b.serial, b.kind, b.gross_weight_e4, b.fine_weight_e4, last.to_state as state, lies.place
  from backing.bars b
  cross join lateral (select m.to_state from backing.bar_moves m where m.bar_id = b.id and m.created_at <= ${at} order by m.id desc limit 1) last
  left join lateral (select m.place from backing.bar_moves m where m.bar_id = b.id and m.created_at <= ${at} and m.place is not null
    order by m.id desc limit 1) lies on true
  where b.store = ${store}`

/** What the entries until the moment make of each account of the store. */
export const sumsAt = ({ store, at }: Moment): Sql => sql`
  select a.holder, a.kind, a.asset, a.id as account, sum(e.amount)::bigint as sum
  from ledger.accounts a join ledger.entries e on e.account_id = a.id join ledger.transfers t on t.id = e.transfer_id
  where a.store = ${store} and t.created_at <= ${at} group by a.id`

/** The newest statement of each currency that was noted by the moment. */
export const statementsAt = ({ store, at }: Moment): Sql => sql`
  select distinct on (currency) currency, statement_date::text as day, balance_minor as balance, reference, noted_at
  from proof.bank_balances where store = ${store} and noted_at <= ${at} order by currency, statement_date desc, id desc`

const licences = ({ store, at }: Moment) => sql`
  select feature, kind, number, issuer, issued_on::text as issued_on, coalesce(until_on::text, '') as until_on, ${when(sql`from_at`)} as from_at,
    recorded_by, coalesce(approved_by, '') as approved_by, reason
  from stores.licences where store = ${store} and from_at <= ${at} and (ended_at is null or ended_at > ${at}) and (until_at is null or until_at > ${at})
  order by feature, id`
const agreements = ({ store, at }: Moment) => sql`
  select version, ${when(sql`effective_at`)} as holds_from,
    case when effective_at = max(effective_at) over () then 'in force' else 'before it' end as standing
  from content.agreements where store = ${store} and effective_at <= ${at} order by effective_at desc, version`
const balances = (of: Moment) => sql`
  select holder, kind, asset, count(*)::text as accounts, sum(sum)::text as smallest_units from (${sumsAt(of)}) of_accounts
  group by holder, kind, asset order by holder desc, asset, kind`
const bars = (of: Moment) => sql`
  select maker, serial, kind, ${grams(sql`gross_weight_e4`)} as gross_grams, ${grams(sql`fine_weight_e4`)} as fine_grams, state,
    coalesce(place, '') as place
  from (${barsAt(of)}) bars order by place, maker, serial`
const pledges = ({ store, at }: Moment) => sql`
  select b.maker, b.serial, ${grams(sql`b.fine_weight_e4`)} as fine_grams, m.gram_move as did, ${when(sql`m.created_at`)} as at, m.actor, m.reason
  from backing.bar_moves m join backing.bars b on b.id = m.bar_id
  where b.store = ${store} and m.created_at <= ${at} and m.gram_move in ('pledged', 'released') order by m.id`
const counts = ({ store, at }: Moment) => sql`
  select c.number, c.place, ${when(sql`c.opened_at`)} as opened, ${person(sql`c.opened_by`)} as opened_by, c.reason,
    (select coalesce(string_agg(${person(sql`s.counter`)}, '; ' order by s.seat), '') from backing.count_sheets s where s.count_id = c.id and s.begun_at <= ${at}) as counted_by,
    case when c.finished_at <= ${at} then 'finished' when c.abandoned_at <= ${at} then 'abandoned' when c.compared_at <= ${at} then 'compared' else 'open' end as standing,
    case when c.compared_at <= ${at} then (select count(*) from backing.count_findings f where f.count_id = c.id and f.kind not in ('matched', 'moved'))::text else '' end as differences
  from backing.counts c where c.store = ${store} and c.opened_at <= ${at} order by c.opened_at`
const findings = ({ store, at }: Moment) => sql`
  select c.number, f.kind, coalesce(f.maker, '') as maker, f.serial, coalesce(${grams(sql`f.expected_e4`)}, '') as expected_grams,
    coalesce(${grams(sql`f.first_e4`)}, '') as first_grams, coalesce(${grams(sql`f.second_e4`)}, '') as second_grams,
    case when f.resolved_at <= ${at} then f.resolution else '' end as settled_as,
    case when f.resolved_at <= ${at} then ${person(sql`f.resolved_by`)} else '' end as settled_by,
    case when f.resolved_at <= ${at} then f.resolved_because else '' end as because
  from backing.count_findings f join backing.counts c on c.id = f.count_id
  where c.store = ${store} and c.compared_at <= ${at} and f.kind not in ('matched', 'moved') order by c.number, f.serial`
const largeSums = ({ store, at }: Moment) => sql`
  select r.member_id::text as member, r.day::text as day, ${when(sql`r.reached_at`)} as reached,
    case when r.sent_on <= ${at}::date then r.sent_on::text else '' end as sent_on,
    case when r.sent_on <= ${at}::date then coalesce(r.sent_reference, '') else '' end as sent_reference,
    case when r.sent_on <= ${at}::date then coalesce(r.sent_by, '') else '' end as sent_by
  from kyc.reports r join identity.members m on m.id = r.member_id
  where m.store = ${store} and r.reached_at <= ${at} order by r.reached_at`
const hits = ({ store, at }: Moment) => sql`
  select c.number, c.kind, c.member_id::text as member, ${when(sql`c.opened_at`)} as opened, coalesce(n.source || ' ' || n.reference, '') as list_entry,
    coalesce((select case v.did when 'confirmed' then 'confirmed' when 'ended' then 'ended' else 'open' end from cases.events v
      where v.case_id = c.id and v.at <= ${at} and v.did in ('opened', 'confirmed', 'ended', 'grown') order by v.id desc limit 1), 'open') as standing
  from cases.cases c left join cases.entries n on n.id = c.entry_id
  where c.store = ${store} and c.opened_at <= ${at} order by c.opened_at, c.number`
const complaints = ({ store, at }: Moment) => sql`
  select 'CMP/' || upper(c.store) || '/' || c.year || '/' || lpad(c.number::text, 6, '0') as number, ${when(sql`c.received_at`)} as received, c.about,
    coalesce((select v.due_on::text from complaints.events v where v.complaint_id = c.id and v.at <= ${at} and v.due_on is not null
      order by v.id desc limit 1), '') as deadline,
    case when last.outcome is null then 'open' else 'decided' end as standing, coalesce(last.outcome, '') as outcome,
    case when last.outcome is null then '' else ${when(sql`last.at`)} end as decided
  from complaints.complaints c
  left join lateral (select v.outcome, v.at from complaints.events v where v.complaint_id = c.id and v.at <= ${at}
    and v.step in ('received', 'reopened', 'decided', 'withdrawn') order by v.id desc limit 1) last on true
  where c.store = ${store} and c.received_at <= ${at} order by c.year, c.number`
const views = ({ store, at }: Moment) => sql`
  select ${when(sql`v.at`)} as at, coalesce((select p.name from staff.people p where v.viewer in (p.id::text, 'staff:' || p.id)), v.viewer) as viewer,
    d.kind as document, d.member_id::text as member, coalesce(v.reason, 'destroyed with the document') as reason
  from kyc.views v join kyc.documents d on d.id = v.document_id join identity.members m on m.id = d.member_id
  where m.store = ${store} and v.at <= ${at} order by v.id`
const byTwo = ({ store, at }: Moment) => sql`
  select a.action, a.subject_kind, a.subject_id, ${when(sql`a.requested_at`)} as requested, ${person(sql`a.requested_by`)} as requested_by,
    ${when(sql`a.decided_at`)} as approved, ${person(sql`a.decided_by`)} as approved_by, a.reason, coalesce(a.decided_because, '') as because
  from staff.approvals a where (a.store = ${store} or a.store is null) and a.state = 'executed' and a.decided_at <= ${at} order by a.decided_at, a.id`
const reversals = ({ store, at }: Moment) => sql`
  select t.id::text as transfer, t.kind, ${when(sql`t.created_at`)} as at, t.actor, coalesce(t.reason, '') as reason, t.reverses::text as reverses
  from ledger.transfers t where t.reverses is not null and t.created_at <= ${at}
    and exists (select from ledger.accounts a where a.id = any(t.accounts) and a.store = ${store}) order by t.created_at, t.id`

export const sections: Section[] = [
  { file: 'licences', title: 'Licences and opinions in force', read: licences },
  { file: 'agreements', title: 'Versions of the member agreement', read: agreements },
  { file: 'balances', title: 'Balances by kind of account', read: balances },
  { file: 'bars', title: 'Bars of the register', read: bars },
  { file: 'pledges', title: 'Pledges and releases', read: pledges },
  { file: 'counts', title: 'Blind counts', read: counts },
  { file: 'count-differences', title: 'Differences that counts found', read: findings },
  { file: 'large-sums', title: 'Large sums', read: largeSums },
  { file: 'cases', title: 'Screening hits and other cases', read: hits },
  { file: 'complaints', title: 'Register of complaints', read: complaints },
  { file: 'document-views', title: 'Who viewed identity documents', read: views },
  { file: 'two-people', title: 'Adjustments and all else that two people did', read: byTwo },
  { file: 'reversals', title: 'Transfers of the ledger that take another back', read: reversals },
]
