-- Money that the house owes a member and does not keep as a balance (decision 0083). Older releases may go on beside this: they sell
-- nothing in a store without cash balances, and release no hold of a purpose that they do not know.
create table vault.payables (
  id uuid primary key,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  because text not null check (because in ('sale', 'came_back')),
  trade_id uuid constraint payable_of_trade_is_single unique references vault.trades,
  hold_id uuid not null unique references ledger.holds,
  destination_id uuid references payouts.destinations,
  state text not null default 'waiting' check (state in ('waiting', 'paid_out', 'released')),
  payout_id uuid constraint payable_is_paid_once unique references vault.payouts,
  waits_for text,
  next_look_at timestamptz default now(),
  made_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint payable_of_a_sale_names_it check ((because = 'sale') = (trade_id is not null)),
  constraint payable_ends_with_its_time check ((state = 'waiting') = (ended_at is null)),
  constraint payable_is_paid_by_a_payout check ((state = 'paid_out') = (payout_id is not null)),
  constraint payable_is_looked_at_while_it_waits check (next_look_at is null or state = 'waiting')
) with (fillfactor = 80);
create index payables_by_member on vault.payables (member_id, store) where state = 'waiting';
create index payables_by_store on vault.payables (store) where state = 'waiting';
create index payables_to_look_at on vault.payables (next_look_at) where next_look_at is not null;
comment on column vault.payables.destination_id is 'null until its member names an account';
comment on column vault.payables.waits_for is 'the refusal that its last try to be paid out met';
comment on column vault.payables.state is 'released: the money was needed elsewhere before it was paid out (a dispute, a legal hold)';
create trigger member_is_open before insert on vault.payables for each row execute function identity.refuse_closed();

create function vault.guard_payable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'what is owed is never removed' using errcode = 'insufficient_privilege', constraint = 'payable_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'waiting' or tg_op = 'UPDATE' and (old.state <> 'waiting'
     or to_jsonb(new) - '{state,hold_id,destination_id,payout_id,waits_for,next_look_at,ended_at}'::text[]
       <> to_jsonb(old) - '{state,hold_id,destination_id,payout_id,waits_for,next_look_at,ended_at}'::text[]) then
    raise exception 'what is owed is paid out once, and stays what it is' using errcode = 'check_violation', constraint = 'payable_ends_once';
  end if;
  if not exists (select from ledger.holds h where h.id = new.hold_id and h.purpose = 'payable' and h.subject = new.id::text
      and (h.member_id, h.store, h.asset, h.amount) = (new.member_id, new.store, new.currency, new.amount_minor)
      and h.state = case new.state when 'waiting' then 'placed' else 'released' end) then
    raise exception 'what is owed is held' using errcode = 'check_violation', constraint = 'payable_is_held';
  end if;
  if new.state = 'paid_out' and not exists (select from vault.payouts p where p.id = new.payout_id
      and (p.member_id, p.store, p.currency, p.amount_minor, p.destination_id)
        = (new.member_id, new.store, new.currency, new.amount_minor, new.destination_id)) then
    raise exception 'what is owed is paid out whole' using errcode = 'check_violation', constraint = 'payable_is_paid_whole';
  end if;
  return new;
end $$;
create trigger guard_payable before insert or update or delete on vault.payables for each row execute function vault.guard_payable();
revoke delete, truncate on vault.payables from karat_app;
