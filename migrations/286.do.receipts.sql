-- Receipts that are owed for what was done in the vault: a row with the commit of what it is about, so that no way of trading can forget
-- it; the paper follows in a round, or as soon as its member asks for it (decision 0076). Older releases may go on beside this.
create table vault.receipts (
  id uuid primary key default gen_random_uuid(),
  about text not null check (about in ('trade', 'deposit', 'withdrawal', 'transfer')),
  about_id uuid not null,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  due_at timestamptz not null default now(),
  paper_id bigint unique references papers.papers,
  next_try_at timestamptz not null default now(),
  constraint receipt_is_single unique (about_id, member_id)
) with (fillfactor = 80);
create index receipts_to_issue on vault.receipts (due_at) where paper_id is null;
create index receipts_by_member on vault.receipts (member_id, store);
revoke delete, truncate on vault.receipts from karat_app;

create function vault.guard_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paper_id is not null
     or to_jsonb(new) - '{paper_id,next_try_at}'::text[] <> to_jsonb(old) - '{paper_id,next_try_at}'::text[] then
    raise exception 'a receipt is owed until its paper is issued, once' using errcode = 'insufficient_privilege', constraint = 'receipt_stays';
  end if;
  return new;
end $$;
create trigger guard_receipt before update or delete on vault.receipts for each row execute function vault.guard_receipt();

create function vault.owe_receipt() returns trigger language plpgsql as $$
begin
  insert into vault.receipts (about, about_id, member_id, store) values (tg_argv[0], new.id, new.member_id, new.store);
  if tg_argv[0] = 'transfer' then
    insert into vault.receipts (about, about_id, member_id, store) values ('transfer', new.id, new.recipient_id, new.store);
  end if;
  return null;
end $$;
create trigger owe_receipt after insert on vault.trades for each row execute function vault.owe_receipt('trade');
create trigger owe_receipt after update on vault.deposits for each row
  when (new.state = 'paid' and old.state <> 'paid') execute function vault.owe_receipt('deposit');
create trigger owe_receipt after update on vault.payouts for each row
  when (new.state = 'paid' and old.state <> 'paid') execute function vault.owe_receipt('withdrawal');
create trigger owe_receipt after insert on vault.transfers for each row
  when (new.state = 'accepted') execute function vault.owe_receipt('transfer');
create trigger owe_receipt_of_claim after update on vault.transfers for each row
  when (new.state = 'accepted' and old.state <> 'accepted') execute function vault.owe_receipt('transfer');

insert into vault.receipts (about, about_id, member_id, store, due_at)
  select 'trade', id, member_id, store, made_at from vault.trades
  union all select 'deposit', id, member_id, store, paid_at from vault.deposits where state = 'paid'
  union all select 'withdrawal', id, member_id, store, paid_at from vault.payouts where paid_at is not null
  union all select 'transfer', id, member_id, store, coalesce(ended_at, made_at) from vault.transfers where state = 'accepted'
  union all select 'transfer', id, recipient_id, store, coalesce(ended_at, made_at) from vault.transfers where state = 'accepted';
