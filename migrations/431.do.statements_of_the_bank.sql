-- What the bank says of the house's account, line by line, whose money each is, and what goes back by a payout list (decisions 0138, 0139).
-- Older releases may go on beside this.
create table bank.statements (
  id uuid primary key,
  account_id uuid not null references bank.accounts,
  store text not null references stores.stores,
  currency text not null,
  format text not null check (format in ('camt', 'mt940', 'csv')),
  number text,
  from_day date not null,
  to_day date not null,
  opening_e2 bigint not null,
  closing_e2 bigint not null,
  after_id uuid unique references bank.statements,
  continues boolean not null,
  covers_until timestamptz not null,
  imported_by uuid not null,
  reason text not null,
  imported_at timestamptz not null default clock_timestamp(),
  position bigint generated always as identity,
  constraint statement_has_days check (to_day >= from_day)
);
comment on column bank.statements.opening_e2 is 'hundredths of the currency''s unit, in rupiah too, as all amounts of the bank';
comment on column bank.statements.after_id is 'the one before it of its store: of two imports at once one finds it taken';
comment on column bank.statements.continues is 'whether its opening balance is the closing one of the statement before, new lines alone counted';
comment on column bank.statements.covers_until is 'what the bank booked until then is known';
-- The first of a store has none before it.
create unique index first_statement_of_a_store on bank.statements (store) where after_id is null;
create index statements_of_a_store on bank.statements (store, position desc);
create trigger append_only before update or delete on bank.statements for each row execute function bank.refuse_change();
revoke update, delete, truncate on bank.statements from karat_app;

create table bank.lines (
  id uuid primary key,
  statement_id uuid not null references bank.statements,
  store text not null references stores.stores,
  currency text not null,
  line integer not null,
  key text not null,
  amount_e2 bigint not null check (amount_e2 <> 0),
  amount_minor bigint check (amount_minor > 0),
  booked_on date not null,
  booked_at timestamptz not null,
  texts text[] not null,
  name text,
  account text,
  bank_id text,
  state text not null check (state in ('unmatched', 'proposed', 'confirmed', 'returning', 'returned', 'set_aside', 'not_ours', 'pays_return')),
  payment_id uuid references payments.payments,
  why text[] not null default '{}',
  proposed_by uuid,
  decided_by uuid[],
  decided_at timestamptz,
  outcome text,
  constraint line_is_there_once unique (store, key),
  constraint booked_lines_have_an_amount check ((amount_minor is null) = (state in ('not_ours', 'pays_return'))),
  constraint matched_to_a_payment check ((state in ('proposed', 'confirmed')) <= (payment_id is not null)),
  -- By the import alone, or by somebody who did not propose it.
  constraint confirmed_by_a_second_person check (state <> 'confirmed' or decided_by is null or proposed_by <> all (decided_by))
) with (fillfactor = 80);
comment on column bank.lines.key is 'by which the same line is known in another file';
comment on column bank.lines.amount_minor is 'of money that came in whole units; nothing else is booked here';
comment on column bank.lines.booked_at is 'the beginning of the day where the bank says no time: then the whole day is in time';
comment on column bank.lines.why is 'what keeps it from confirming itself (match-rules.ts)';
create index lines_to_decide on bank.lines (store, state, booked_on) where state in ('unmatched', 'proposed', 'returning');
create index lines_of_a_payment on bank.lines (payment_id) where payment_id is not null;
create index lines_of_a_statement on bank.lines (statement_id, line);
revoke delete, truncate on bank.lines from karat_app;

create function bank.guard_line() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - '{state,payment_id,why,proposed_by,decided_by,decided_at,outcome}'::text[])
    is distinct from (to_jsonb(new) - '{state,payment_id,why,proposed_by,decided_by,decided_at,outcome}'::text[]) then
    raise exception 'what the bank said of a line never changes' using errcode = 'restrict_violation';
  end if;
  if old.state not in ('unmatched', 'proposed', 'returning') and new.state is distinct from old.state then
    raise exception 'a line that is % is decided', old.state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_line before update on bank.lines for each row execute function bank.guard_line();

-- What the house pays at its bank by a list: money back of a payment, or a line that is nobody's here.
create sequence bank.return_numbers start 1001;
create table bank.lists (
  id uuid primary key,
  number text not null unique default 'PL' || nextval('bank.return_numbers'),
  store text not null references stores.stores,
  currency text not null,
  made_by uuid[] not null check (cardinality(made_by) = 2 and made_by[1] <> made_by[2]),
  made_at timestamptz not null default clock_timestamp()
);
create trigger append_only before update or delete on bank.lists for each row execute function bank.refuse_change();
revoke update, delete, truncate on bank.lists from karat_app;

create table bank.returns (
  id uuid primary key,
  number text not null unique default 'BR' || nextval('bank.return_numbers'),
  store text not null references stores.stores,
  currency text not null,
  line_id uuid not null references bank.lines,
  refund_id uuid unique references payments.refunds,
  amount_minor bigint not null check (amount_minor > 0),
  name text,
  account text,
  list_id uuid references bank.lists,
  paid_line_id uuid unique references bank.lines,
  paid_by uuid[],
  paid_at timestamptz,
  made_at timestamptz not null default clock_timestamp(),
  constraint paid_from_a_list check (paid_at is null or list_id is not null)
) with (fillfactor = 80);
comment on column bank.returns.line_id is 'the money that goes back, and with it to whom: its source, never anybody else';
create unique index line_is_returned_once on bank.returns (line_id) where refund_id is null;
create index returns_to_list on bank.returns (store, made_at) where list_id is null;
create index returns_to_pay on bank.returns (store, list_id) where list_id is not null and paid_at is null;
revoke delete, truncate on bank.returns from karat_app;

create function bank.guard_return() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - '{name,account,list_id,paid_line_id,paid_by,paid_at}'::text[])
    is distinct from (to_jsonb(new) - '{name,account,list_id,paid_line_id,paid_by,paid_at}'::text[])
    or old.list_id is not null and (old.list_id, old.name, old.account) is distinct from (new.list_id, new.name, new.account)
    or old.paid_at is not null then
    raise exception 'what is on a payout list stays so' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger guard_return before update on bank.returns for each row execute function bank.guard_return();
