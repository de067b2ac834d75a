-- What the demonstration's members had bought and sold before it began: posted on the day of its first start, with the moment at which it
-- is told to have happened. A database of a real shop refuses it (decision 0066). Older releases may go on beside this.
create table foundation.demonstration (
  is_one boolean primary key default true check (is_one),
  since timestamptz not null default now()
);
comment on table foundation.demonstration is 'one row where this database is a demonstration: written by the owner with its first start as one';
revoke insert, update, delete, truncate on foundation.demonstration from karat_app;
insert into foundation.demonstration (is_one) select true where exists (select from stores.demo_parts where part = 'shop');

alter table ledger.transfers add column happened_at timestamptz,
  add constraint only_history_is_of_the_past check ((happened_at is not null) = (kind = 'demo_history') and happened_at < created_at) not valid;
comment on column ledger.transfers.happened_at is 'of the demonstration''s history: when it is told to have happened; its posting is of created_at';

create table vault.past_trades (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  side text not null check (side in ('buy', 'sell')),
  currency text not null,
  price_minor bigint not null check (price_minor > 0),
  weight_e4 bigint not null check (weight_e4 > 0),
  amount_minor bigint not null check (amount_minor > 0),
  happened_at timestamptz not null check (happened_at < now())
);
create index past_trades_by_member on vault.past_trades (member_id, store, happened_at);
comment on table vault.past_trades is 'purchases and sales of the demonstration''s past; their money came and went outside of the books';
create trigger member_is_open before insert on vault.past_trades for each row execute function identity.refuse_closed();
create trigger append_only before update or delete on vault.past_trades for each row execute function vault.refuse_change();
revoke update, delete, truncate on vault.past_trades from karat_app;

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('demo_history', 'vault', true, true), ('demo_history', 'gold', true, true);
create function ledger.refuse_history() returns trigger language plpgsql as $$
begin
  if not exists (select from foundation.demonstration) then
    raise exception 'only a demonstration has a made-up past' using errcode = 'insufficient_privilege', constraint = 'history_is_of_a_demonstration';
  end if;
  return new;
end $$;
create trigger history_is_of_a_demonstration before insert on ledger.transfers for each row when (new.kind = 'demo_history')
  execute function ledger.refuse_history();
alter table ledger.transfers enable always trigger history_is_of_a_demonstration;
