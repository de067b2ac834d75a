-- Trades by which the house offsets its open gold with others (decision 0079): rows beside the books. Older releases may go on beside this.
create sequence backing.hedge_numbers start 1001;
create table backing.hedges (
  id uuid primary key,
  number text not null constraint hedge_number_is_single unique,
  store text not null references stores.stores,
  side text not null check (side in ('buy', 'sell')),
  grams_e4 bigint not null check (grams_e4 > 0),
  currency text not null,
  price_minor bigint not null check (price_minor > 0),
  counterparty text not null check (length(counterparty) between 2 and 80),
  reference text not null check (length(reference) between 1 and 80),
  traded_at timestamptz not null,
  reason text not null,
  actor text not null,
  noted_at timestamptz not null default clock_timestamp(),
  corrects uuid constraint hedge_is_corrected_once unique references backing.hedges,
  constraint hedge_is_of_the_past check (traded_at <= noted_at)
);
create index hedges_of_store on backing.hedges (store, noted_at desc, id desc);
comment on column backing.hedges.price_minor is 'for one gram, in minor units of the currency that was agreed on';
comment on column backing.hedges.corrects is 'the row that this one takes back, whole: the same trade on the other side';

create function backing.guard_hedge() returns trigger language plpgsql as $$
declare
  taken backing.hedges;
begin
  if tg_op <> 'INSERT' then
    raise exception '% on backing.hedges is refused: history is only added to', tg_op using errcode = 'insufficient_privilege';
  end if;
  if new.corrects is not null then
    select * into taken from backing.hedges where id = new.corrects;
    if taken.corrects is not null or taken.side = new.side
       or (taken.store, taken.grams_e4, taken.currency, taken.price_minor, taken.counterparty, taken.reference, taken.traded_at)
         is distinct from (new.store, new.grams_e4, new.currency, new.price_minor, new.counterparty, new.reference, new.traded_at) then
      raise exception 'a counter-row is its trade on the other side' using errcode = 'check_violation', constraint = 'counter_row_mirrors';
    end if;
  end if;
  return new;
end $$;
create trigger guard_hedge before insert or update or delete on backing.hedges for each row execute function backing.guard_hedge();
revoke update, delete, truncate on backing.hedges from karat_app;
