-- From whom numbered pieces were bought, and at what cost (decision 0055). What is here already, and what older releases receive
-- beside this, is of unknown cost.
create table catalogue.arrivals (
  id uuid primary key,
  supplier text not null check (length(supplier) between 1 and 120),
  papers_complete boolean not null,
  actor text not null,
  created_at timestamptz not null default now()
);
comment on table catalogue.arrivals is 'what came from one supplier at once; pieces of unknown origin have none';
comment on column catalogue.arrivals.papers_complete is 'whether there is a complete purchase paper: invoice, or receipt with the seller''s identity';
create trigger append_only before update or delete on catalogue.arrivals for each row execute function orders.refuse_change();
revoke update, delete, truncate on catalogue.arrivals from karat_app;

alter table catalogue.pieces
  add column arrival_id uuid references catalogue.arrivals,
  add column cost_minor bigint check (cost_minor >= 0),
  add column cost_currency text,
  add constraint cost_has_its_currency check ((cost_minor is null) = (cost_currency is null)),
  add constraint cost_has_its_supplier check (cost_minor is null or arrival_id is not null);
create index pieces_by_arrival on catalogue.pieces (arrival_id) where arrival_id is not null;
comment on column catalogue.pieces.cost_minor is 'what the house paid for it; null: unknown';

create function catalogue.refuse_other_cost() returns trigger language plpgsql as $$
begin
  raise exception 'piece % keeps what it cost', old.serial using errcode = 'check_violation', constraint = 'piece_keeps_its_cost';
end $$;
create trigger keeps_its_cost before update of arrival_id, cost_minor, cost_currency on catalogue.pieces for each row
  when ((old.arrival_id, old.cost_minor, old.cost_currency) is distinct from (new.arrival_id, new.cost_minor, new.cost_currency))
  execute function catalogue.refuse_other_cost();

insert into ledger.account_kinds (kind, holder, gold, floored) values
  ('stock_cost', 'house', false, false), ('suppliers', 'house', false, false),
  ('cost_of_sales', 'house', false, false), ('stock_loss', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('pieces_shelved', 'suppliers', true, false), ('pieces_shelved', 'stock_cost', false, true),
  ('pieces_delivered', 'stock_cost', true, false), ('pieces_delivered', 'cost_of_sales', false, true),
  ('pieces_returned', 'cost_of_sales', true, false), ('pieces_returned', 'stock_cost', false, true),
  ('pieces_lost', 'stock_cost', true, false), ('pieces_lost', 'stock_loss', false, true),
  ('pieces_found', 'stock_loss', true, false), ('pieces_found', 'stock_cost', false, true);
