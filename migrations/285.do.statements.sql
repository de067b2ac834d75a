-- Months of members' records close and never change (decision 0076). Older releases may go on beside this.
create table vault.month_closings (
  store text not null references stores.stores,
  month date not null check (month = date_trunc('month', month)),
  done_to uuid,
  left_out uuid[] not null default '{}',
  began_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (store, month)
);
comment on column vault.month_closings.done_to is 'members up to this id have their statements; whoever holds the row goes on from there';
comment on column vault.month_closings.left_out is 'members whose statements failed: they are tried again in every round until the month is finished';
revoke delete, truncate on vault.month_closings from karat_app;

-- The public keys that statements were signed with: what was signed can be verified for ever.
create table vault.statement_keys (
  id text primary key,
  public_key text not null,
  since timestamptz not null default now()
);
create trigger append_only before update or delete on vault.statement_keys for each row execute function vault.refuse_change();
revoke update, delete, truncate on vault.statement_keys from karat_app;

create table vault.statements (
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  month date not null check (month = date_trunc('month', month)),
  currency text not null,
  cash_to bigint not null check (cash_to >= 0),
  cash_held_to bigint not null check (cash_held_to >= 0),
  gold_to bigint not null check (gold_to >= 0),
  gold_held_to bigint not null check (gold_held_to >= 0),
  opening_money bigint not null,
  opening_gold bigint not null,
  closing_money bigint not null,
  closing_gold bigint not null,
  movements integer not null check (movements >= 0),
  document text not null,
  digest bytea not null constraint digest_is_of_the_document check (digest = sha256(convert_to(document, 'UTF8'))),
  key_id text not null references vault.statement_keys,
  signature bytea not null,
  closed_at timestamptz not null default now(),
  primary key (member_id, store, month)
);
comment on column vault.statements.gold_to is 'how many entries of that account lie in this month and before: what is posted later has a higher number, whatever its moment';
comment on column vault.statements.document is 'what is signed, to the byte; files are made from it alone';
create trigger append_only before update or delete on vault.statements for each row execute function vault.refuse_change();
revoke update, delete, truncate on vault.statements from karat_app;

-- A month closes when it is over, behind the one before it, with all that the books have of it and with what they say was left.
create function vault.guard_statement() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  ends timestamptz;
  previous vault.statements;
  own record;
  cash bigint := 0;
  grams bigint := 0;
begin
  select (new.month + interval '1 month') at time zone s.time_zone into ends from stores.stores s where s.code = new.store;
  if ends > now() then
    raise exception 'month % of store % is not over', new.month, new.store using errcode = 'check_violation', constraint = 'month_is_over';
  end if;
  select * into previous from vault.statements s where (s.member_id, s.store) = (new.member_id, new.store) order by s.month desc limit 1;
  if previous.month >= new.month
     or (new.opening_money, new.opening_gold) is distinct from (coalesce(previous.closing_money, 0), coalesce(previous.closing_gold, 0))
     or new.cash_to < coalesce(previous.cash_to, 0) or new.cash_held_to < coalesce(previous.cash_held_to, 0)
     or new.gold_to < coalesce(previous.gold_to, 0) or new.gold_held_to < coalesce(previous.gold_held_to, 0) then
    raise exception 'month % does not follow what closed before', new.month using errcode = 'check_violation', constraint = 'statement_follows';
  end if;
  for own in
    select a.id, a.kind, b.last_number, case a.kind when 'cash' then new.cash_to when 'cash_held' then new.cash_held_to
        when 'gold' then new.gold_to else new.gold_held_to end as up_to
    from ledger.accounts a join ledger.balances b on b.account_id = a.id
    where a.owner = 'member:' || new.store || ':' || new.member_id and a.kind in ('cash', 'cash_held', 'gold', 'gold_held')
      and a.asset in (new.currency, 'XAU')
  loop
    if own.up_to > own.last_number or exists (
         select from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
         where e.account_id = own.id and e.number = own.up_to + 1 and coalesce(t.happened_at, e.at) < ends) then
      raise exception 'month % leaves out what the books have of it', new.month using errcode = 'check_violation', constraint = 'statement_is_whole';
    end if;
    if own.kind like 'cash%' then
      cash := cash + coalesce((select e.balance_after from ledger.entries e where e.account_id = own.id and e.number = own.up_to), 0);
    else
      grams := grams + coalesce((select e.balance_after from ledger.entries e where e.account_id = own.id and e.number = own.up_to), 0);
    end if;
  end loop;
  if (new.closing_money, new.closing_gold) is distinct from (cash, grams) then
    raise exception 'month % closes with other balances than the books', new.month using errcode = 'check_violation', constraint = 'statement_is_of_the_books';
  end if;
  return new;
end $$;
create trigger guard_statement before insert on vault.statements for each row execute function vault.guard_statement();
