-- The house's open metal position is revalued once a day, as an unrealised result (decision 0061). Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('metal_revaluation', 'house', false, false), ('unrealised_result', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('metal_revalued', 'metal_revaluation', true, true), ('metal_revalued', 'unrealised_result', true, true);

create table catalogue.revaluations (
  store text not null references stores.stores,
  day date not null,
  currency text not null,
  tick_id bigint not null,
  price_minor bigint not null check (price_minor > 0),
  vault_e4 bigint not null check (vault_e4 >= 0),
  stock_e4 bigint not null check (stock_e4 >= 0),
  promised_e4 bigint not null check (promised_e4 >= 0),
  open_e4 bigint not null generated always as (vault_e4 + stock_e4 - promised_e4) stored,
  value_minor bigint not null,
  basis_minor bigint not null,
  unrealised_minor bigint not null generated always as (value_minor - basis_minor) stored,
  change_minor bigint not null,
  revalued_at timestamptz not null default now(),
  primary key (store, day),
  constraint promised_is_in_stock check (promised_e4 <= stock_e4)
);
create index revaluations_by_tick on catalogue.revaluations (tick_id);
comment on table catalogue.revaluations is 'what the gold that the house owns and has not sold is worth at spot, and what it was worth when it became that';
comment on column catalogue.revaluations.promised_e4 is 'grams of the stock that are sold and not handed over';
comment on column catalogue.revaluations.basis_minor is 'what of the open grams was worth when it came to the position: at the spot of that day, on average';
comment on column catalogue.revaluations.change_minor is 'of the unrealised result since the revaluation before; what is booked';
create trigger append_only before update or delete on catalogue.revaluations for each row execute function orders.refuse_change();
revoke insert, update, delete, truncate on catalogue.revaluations from karat_app;
grant insert (store, day, currency, tick_id, price_minor, vault_e4, stock_e4, promised_e4, value_minor, basis_minor, change_minor)
  on catalogue.revaluations to karat_app;
