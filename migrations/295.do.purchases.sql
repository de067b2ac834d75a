-- Grams that members buy with money from outside (decision 0078). Older releases may go on beside this: what one of them cannot settle,
-- since it knows no purchases, a newer one settles when it asks the provider.
alter table payments.payments drop constraint payment_purpose_is_known,
  add constraint payment_purpose_is_known check (purpose in ('order', 'deposit', 'purchase'));
alter table payments.tenders drop constraint tender_purpose_is_known,
  add constraint tender_purpose_is_known check (purpose in ('order', 'deposit', 'purchase'));

-- A price that is paid from outside is a quote of its own kind: it holds longer, and no balance is paid with it.
alter table vault.quotes drop constraint quotes_kind_check,
  add constraint quote_is_of_a_kind check (kind in ('buy', 'buy_outside', 'sell'));
drop trigger buying_is_open on vault.quotes;
create trigger buying_is_open before insert on vault.quotes for each row
  when (new.kind in ('buy', 'buy_outside')) execute function backing.refuse_quote_while_closed();

create table vault.purchases (
  id uuid primary key,
  number text not null constraint purchase_number_is_single unique,
  quote_id uuid not null constraint quote_makes_one_purchase unique references vault.quotes,
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  tick_id bigint not null,
  price_minor bigint not null check (price_minor > 0),
  weight_e4 bigint not null check (weight_e4 > 0),
  amount_minor bigint not null check (amount_minor > 0),
  value_minor bigint not null check (value_minor >= 0),
  spread_minor bigint not null,
  rounding_minor bigint not null check (rounding_minor >= 0),
  state text not null default 'open' check (state in ('open', 'expired', 'cancelled', 'refused', 'paid')),
  refusal text,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  clears_at timestamptz,
  constraint purchase_adds_up check (amount_minor = value_minor + spread_minor + rounding_minor),
  constraint purchase_is_paid_with_its_times check ((state = 'paid') = (paid_at is not null) and (state = 'paid') = (clears_at is not null)),
  constraint purchase_that_is_refused_says_why check ((state = 'refused') = (refusal is not null))
) with (fillfactor = 80);
create unique index one_open_purchase on vault.purchases (holder_id) where state = 'open';
create index purchases_by_member on vault.purchases (member_id, store, made_at desc);
create index purchases_open on vault.purchases (expires_at) where state = 'open';
create index purchases_by_tick on vault.purchases (tick_id);
comment on column vault.purchases.weight_e4 is 'fine gold that the house is bound to while the purchase is open';
comment on column vault.purchases.clears_at is 'from then on its bank is not expected to take it back';
comment on column vault.purchases.refusal is 'why its money came in time and bought nothing';
revoke delete, truncate on vault.purchases from karat_app;
create trigger member_is_open before insert on vault.purchases for each row execute function identity.refuse_closed();
create trigger buying_is_open before insert on vault.purchases for each row execute function backing.refuse_while_closed();

create function vault.guard_purchase() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'open' or new.state = 'open'
     or to_jsonb(new) - '{state,refusal,paid_at,clears_at}'::text[] <> to_jsonb(old) - '{state,refusal,paid_at,clears_at}'::text[] then
    raise exception 'a purchase that waits for its money ends once, and nothing else of it changes'
      using errcode = 'insufficient_privilege', constraint = 'purchase_stays';
  end if;
  return new;
end $$;
create trigger guard_purchase before update or delete on vault.purchases for each row execute function vault.guard_purchase();

alter table vault.trades add column purchase_id uuid constraint purchase_makes_one_trade unique references vault.purchases,
  add constraint purchase_buys check (purchase_id is null or side = 'buy');
comment on column vault.trades.purchase_id is 'what brought its money from outside; null: it was in the cash balance';

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('purchase_paid', 'provider_clearing', true, false),
  ('purchase_paid', 'cash', false, true);
