-- The house buys physical gold back from members (decision 0105). Older releases may go on beside this.
create schema goldback;

create table goldback.quotes (
  id uuid primary key,
  kind text not null check (kind = 'sell_pieces'),
  holder_id uuid not null references vault.holders,
  member_id uuid not null references identity.members,
  tick_id bigint not null,
  ask_minor bigint not null,
  bid_minor bigint not null,
  figures jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
) with (fillfactor = 80);
create index quotes_by_holder on goldback.quotes (holder_id, created_at desc);
create index quotes_unused on goldback.quotes (expires_at) where used_at is null;
create index quotes_by_tick on goldback.quotes (tick_id);

create trigger member_is_open before insert on goldback.quotes for each row execute function identity.refuse_closed();

create table goldback.moves_allowed (from_state text not null, to_state text not null, primary key (from_state, to_state));
insert into goldback.moves_allowed (from_state, to_state) values
  ('quoted', 'booked'),
  ('booked', 'received'), ('booked', 'cancelled'), ('booked', 'lapsed'),
  ('received', 'inspecting'), ('received', 'retained'),
  ('inspecting', 'accepted'), ('inspecting', 'counter_offer'), ('inspecting', 'rejected'), ('inspecting', 'retained'),
  ('counter_offer', 'accepted'), ('counter_offer', 'rejected'), ('counter_offer', 'retained'),
  ('accepted', 'paid'), ('accepted', 'retained'),
  ('rejected', 'returned'), ('rejected', 'retained'),
  ('retained', 'inspecting');
revoke insert, update, delete, truncate on goldback.moves_allowed from karat_app;

create sequence goldback.case_numbers start 100001;
create table goldback.cases (
  id uuid primary key,
  number text not null constraint goldback_number_is_single unique,
  quote_id uuid not null constraint quote_makes_one_case unique references goldback.quotes,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  state text not null default 'booked',
  pickup_point_id integer not null,
  destination_id uuid references payouts.destinations,
  tick_id bigint not null,
  quoted_minor bigint not null check (quoted_minor > 0),
  fine_e4 bigint not null check (fine_e4 > 0),
  estimate_minor bigint not null check (estimate_minor > 0),
  fixed_until timestamptz,
  price_minor bigint check (price_minor > 0),
  price_tick_id bigint,
  offer_fine_e4 bigint check (offer_fine_e4 > 0),
  offer_minor bigint check (offer_minor > 0),
  answer_until timestamptz,
  signature_sealed bytea not null check (octet_length(signature_sealed) <= 60000),
  booked_at timestamptz not null default now(),
  come_until timestamptz not null,
  received_at timestamptz,
  ended_at timestamptz,
  constraint case_has_a_known_state check (state in ('booked', 'received', 'inspecting', 'accepted', 'counter_offer', 'rejected',
    'retained', 'paid', 'returned', 'cancelled', 'lapsed')),
  constraint price_names_its_tick check ((price_minor is null) = (price_tick_id is null)),
  constraint offer_is_whole check ((offer_minor is null) = (offer_fine_e4 is null) and (offer_minor is null or price_minor is not null)),
  constraint offer_is_made_where_it_counts check (state not in ('accepted', 'counter_offer', 'paid') or offer_minor is not null),
  constraint counter_offer_has_its_deadline check (state <> 'counter_offer' or answer_until is not null),
  constraint case_is_received check (state in ('booked', 'cancelled', 'lapsed') = (received_at is null)),
  constraint case_ends_with_its_time check ((state in ('paid', 'returned', 'cancelled', 'lapsed')) = (ended_at is not null))
) with (fillfactor = 80);
create index cases_by_member on goldback.cases (member_id, store, booked_at desc);
create index cases_by_state on goldback.cases (store, state, booked_at desc);
create index cases_by_tick on goldback.cases (tick_id);
create index cases_by_price_tick on goldback.cases (price_tick_id) where price_tick_id is not null;
create index cases_to_come on goldback.cases (come_until) where state = 'booked';
create index cases_to_answer on goldback.cases (answer_until) where state = 'counter_offer';
comment on column goldback.cases.destination_id is 'the account that it is paid to; null: the cash balance, where the store keeps one';
comment on column goldback.cases.fixed_until is 'until when the quoted price binds the house if the pieces are handed over; null: the bid of their receipt counts';
comment on column goldback.cases.price_minor is 'of one gram, once it is certain';
comment on column goldback.cases.come_until is 'after it nobody comes any more: the case lapses';
comment on column goldback.cases.signature_sealed is 'of the consignment: a picture, under the master key';
create trigger member_is_open before insert on goldback.cases for each row execute function identity.refuse_closed();
revoke delete, truncate on goldback.cases from karat_app;

create table goldback.pieces (
  case_id uuid not null references goldback.cases,
  position smallint not null,
  member_id uuid not null references identity.members,
  serial text not null,
  sku_id integer not null,
  order_id uuid not null,
  name jsonb not null,
  gross_e4 bigint not null check (gross_e4 > 0),
  fine_e4 bigint not null check (fine_e4 > 0 and fine_e4 <= gross_e4),
  fineness integer not null check (fineness between 1 and 10000),
  weighed_e4 bigint check (weighed_e4 > 0),
  assayed integer check (assayed between 1 and 10000),
  method text check (method in ('xrf', 'ultrasound', 'density', 'fire')),
  paid_minor bigint check (paid_minor > 0),
  over_at timestamptz,
  primary key (case_id, position),
  constraint piece_is_inspected_whole check (num_nonnulls(weighed_e4, assayed, method) in (0, 3))
);
create unique index piece_is_in_one_case on goldback.pieces (serial) where over_at is null;
comment on column goldback.pieces.assayed is 'parts of fine gold in 10,000, as measured';
comment on column goldback.pieces.over_at is 'since when the case is over: the piece may be brought again';
create trigger member_is_open before insert on goldback.pieces for each row execute function identity.refuse_closed();
revoke delete, truncate on goldback.pieces from karat_app;

create table goldback.moves (
  id bigint primary key generated always as identity,
  case_id uuid not null references goldback.cases,
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  foreign key (from_state, to_state) references goldback.moves_allowed
);
create index moves_by_case on goldback.moves (case_id, id);
create function goldback.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on goldback.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on goldback.moves for each row execute function goldback.refuse_change();
revoke update, delete, truncate on goldback.moves from karat_app;

-- A case moves as the table of moves says, keeps what was agreed, and neither begins nor is paid or given back for somebody whom a case stops.
create function goldback.guard_case() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,price_minor,price_tick_id,offer_fine_e4,offer_minor,answer_until,signature_sealed,received_at,ended_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and to_jsonb(new) - kept <> to_jsonb(old) - kept then
    raise exception 'what was agreed stays' using errcode = 'insufficient_privilege', constraint = 'case_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'booked' or tg_op = 'UPDATE' and new.state <> old.state
     and not exists (select from goldback.moves_allowed where from_state = old.state and to_state = new.state) then
    raise exception 'from % a case does not become %', case tg_op when 'UPDATE' then old.state end, new.state
      using errcode = 'check_violation', constraint = 'case_takes_known_moves';
  end if;
  if tg_op = 'UPDATE' and old.price_minor is not null and (new.price_minor, new.price_tick_id) is distinct from (old.price_minor, old.price_tick_id) then
    raise exception 'the price of a case is certain once' using errcode = 'check_violation', constraint = 'price_is_certain_once';
  end if;
  if tg_op = 'UPDATE' and old.state in ('counter_offer', 'accepted', 'paid')
     and (new.offer_minor, new.offer_fine_e4) is distinct from (old.offer_minor, old.offer_fine_e4) then
    raise exception 'what was offered stays' using errcode = 'check_violation', constraint = 'offer_stays';
  end if;
  if tg_op = 'INSERT' or new.state in ('paid', 'returned') and old.state <> new.state then
    perform cases.require_free(new.member_id);
  end if;
  return new;
end $$;
create trigger guard_case before insert or update or delete on goldback.cases for each row execute function goldback.guard_case();

-- What was consigned stays; it is inspected while the case is open, and its pieces are over with it.
create function goldback.guard_piece() returns trigger language plpgsql as $$
declare
  own goldback.cases%rowtype;
begin
  if to_jsonb(new) - '{weighed_e4,assayed,method,paid_minor,over_at}'::text[] <> to_jsonb(old) - '{weighed_e4,assayed,method,paid_minor,over_at}'::text[]
     or old.over_at is not null then
    raise exception 'a piece of a case stays what it was' using errcode = 'insufficient_privilege', constraint = 'consigned_piece_stays';
  end if;
  select * into own from goldback.cases where id = new.case_id;
  if (new.over_at is null) <> (own.ended_at is null) or (new.paid_minor is null) = (own.state = 'paid')
     or (new.weighed_e4, new.assayed, new.method) is distinct from (old.weighed_e4, old.assayed, old.method) and own.state <> 'inspecting' then
    raise exception 'a piece goes with its case' using errcode = 'check_violation', constraint = 'piece_goes_with_its_case';
  end if;
  return new;
end $$;
create trigger guard_piece before update on goldback.pieces for each row execute function goldback.guard_piece();

insert into ledger.account_kinds (kind, holder, gold, floored) values ('bought_back', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('gold_back_paid', 'bought_back', true, false),
  ('gold_back_paid', 'cash', false, true);

alter table vault.payables
  drop constraint payables_because_check,
  add constraint payables_because_check check (because in ('sale', 'came_back', 'gold_back'));
