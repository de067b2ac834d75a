-- Commissions of agents and their monthly slips (decisions 0126, 0127).
-- Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('commission_expense', 'house', false, false),
  ('commission_payable', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('commission_accrued', 'commission_expense', true, false), ('commission_accrued', 'commission_payable', false, true),
  ('commission_reversed', 'commission_payable', true, false), ('commission_reversed', 'commission_expense', false, true),
  ('commission_paid', 'commission_payable', true, false), ('commission_paid', 'tax_payable', false, true), ('commission_paid', 'cash', false, true);

alter table agents.agents add column next_look_at timestamptz not null default now();
create index agents_to_look_at on agents.agents (next_look_at) where began_at is not null;
comment on column agents.agents.next_look_at is 'when a round asks next what their clients bought';

create table agents.slips (
  id uuid primary key,
  agent_id uuid not null references agents.agents,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  month date not null check (extract(day from month) = 1),
  gross_minor bigint not null check (gross_minor > 0),
  withheld_ppm integer not null,
  withheld_minor bigint not null check (withheld_minor >= 0),
  net_minor bigint not null check (net_minor > 0),
  paper_id bigint not null unique references papers.papers,
  made_at timestamptz not null default now(),
  constraint slip_of_a_month unique (agent_id, month),
  constraint slip_adds_up check (net_minor + withheld_minor = gross_minor and withheld_minor = gross_minor * withheld_ppm / 1000000)
);
create index slips_of_a_member on agents.slips (member_id, store, month desc);
comment on column agents.slips.gross_minor is 'commissions that fell due, less what was taken back of those and of paid ones';
create trigger member_is_open before insert on agents.slips for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on agents.slips for each row execute function cases.refuse_stopped();
create trigger append_only before update or delete on agents.slips for each row execute function agents.refuse_change();
revoke update, delete, truncate on agents.slips from karat_app;

create table agents.commissions (
  id uuid primary key,
  agent_id uuid not null references agents.agents,
  client_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  purchase_kind text not null check (purchase_kind in ('order', 'grams')),
  purchase_id uuid not null,
  number text not null,
  paid_at timestamptz not null,
  purchase_minor bigint not null check (purchase_minor > 0),
  stands_minor bigint not null check (stands_minor between 0 and purchase_minor),
  ppm integer not null check (ppm between 0 and 20000),
  amount_minor bigint not null,
  due_at timestamptz,
  disputed boolean not null default false,
  slip_id uuid references agents.slips,
  made_at timestamptz not null default now(),
  constraint purchase_earns_once unique (purchase_kind, purchase_id),
  constraint commission_is_its_rate check (amount_minor = purchase_minor * ppm / 1000000)
) with (fillfactor = 80);
create index commissions_of_an_agent on agents.commissions (agent_id, paid_at desc, id desc);
create index commissions_of_a_client on agents.commissions (client_id, paid_at);
create index commissions_of_a_slip on agents.commissions (slip_id) where slip_id is not null;
comment on column agents.commissions.number is 'of the order or trade';
comment on column agents.commissions.stands_minor is 'what of the purchase was not called off, paid back or taken back; moved by reversals alone';
comment on column agents.commissions.due_at is 'when the windows of refund and chargeback are over; null while that is not known';
revoke delete, truncate on agents.commissions from karat_app;

-- Whether a purchase of a client earns an agent something: one level, for nobody is client and agent at a time (decision 0126).
create function agents.earns(agent uuid, client uuid, at timestamptz) returns boolean language sql stable as $$
  select (select m.to_state from agents.moves m where m.agent_id = earns.agent and m.at <= earns.at order by m.id desc limit 1) is not distinct from 'active'
    and exists (select from agents.agents a join referral.attributions t on t.owner_id = a.member_id and t.store = a.store
      where a.id = earns.agent and t.member_id = earns.client and t.kind in ('agent', 'activity') and a.member_id <> earns.client)
    and not exists (select from agents.agents c where c.member_id = earns.client and c.began_at <= earns.at
      and (c.ended_at is null or c.ended_at > earns.at));
$$;

create function agents.guard_commission() returns trigger language plpgsql as $$
declare
  moving text[] := '{stands_minor,due_at,disputed,slip_id}';
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock(hashtextextended(new.client_id::text, 397));
    if not agents.earns(new.agent_id, new.client_id, new.paid_at) or new.slip_id is not null or new.stands_minor <> new.purchase_minor
       or not exists (select from agents.agents a where a.id = new.agent_id and a.store = new.store) then
      raise exception 'a commission is of what a client of an active agent bought who is none themselves' using errcode = 'check_violation', constraint = 'one_level';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving or old.slip_id is not null and new.slip_id is distinct from old.slip_id
     or new.stands_minor <> old.stands_minor and pg_trigger_depth() < 2 then
    raise exception 'a commission stays what it was, and is paid once' using errcode = 'insufficient_privilege', constraint = 'commission_stays';
  end if;
  return new;
end $$;
create trigger guard_commission before insert or update or delete on agents.commissions for each row execute function agents.guard_commission();

-- What is taken back of a commission, to the unit: what the rest of its purchase earns stays.
create table agents.reversals (
  id uuid primary key,
  commission_id uuid not null references agents.commissions,
  stands_minor bigint not null check (stands_minor >= 0),
  amount_minor bigint not null check (amount_minor >= 0),
  slip_id uuid references agents.slips,
  made_at timestamptz not null default now()
);
create index reversals_of_a_commission on agents.reversals (commission_id);
create index reversals_of_a_slip on agents.reversals (slip_id) where slip_id is not null;
comment on column agents.reversals.stands_minor is 'of the purchase, from then on';
revoke delete, truncate on agents.reversals from karat_app;
create function agents.guard_reversal() returns trigger language plpgsql as $$
declare
  before bigint;
  rate integer;
begin
  if tg_op = 'INSERT' then
    update agents.commissions set stands_minor = new.stands_minor from (select id, stands_minor as was, ppm from agents.commissions
      where id = new.commission_id for no key update) c where commissions.id = c.id and new.stands_minor < c.was returning c.was, c.ppm into before, rate;
    if before is null or new.slip_id is not null or new.amount_minor <> before * rate / 1000000 - new.stands_minor * rate / 1000000 then
      raise exception 'what is taken back is what the part that went had earned' using errcode = 'check_violation', constraint = 'reversed_to_the_unit';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - 'slip_id' <> to_jsonb(old) - 'slip_id' or old.slip_id is not null then
    raise exception 'what was taken back stays so, and is set off once' using errcode = 'insufficient_privilege', constraint = 'reversal_stays';
  end if;
  return new;
end $$;
create trigger guard_reversal before insert or update or delete on agents.reversals for each row execute function agents.guard_reversal();

-- A slip is the sum of what stands on it: judged when the transaction ends.
create function agents.require_sum() returns trigger language plpgsql as $$
declare
  of uuid := case tg_table_name when 'slips' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'slip_id')::uuid end;
begin
  if of is not null and (select gross_minor from agents.slips where id = of) is distinct from (
      coalesce((select sum(amount_minor) from agents.commissions where slip_id = of), 0) - coalesce((select sum(amount_minor) from agents.reversals where slip_id = of), 0)) then
    raise exception 'slip % is not what stands on it', of using errcode = 'check_violation', constraint = 'slip_is_its_sum';
  end if;
  return null;
end $$;
create constraint trigger slip_is_its_sum after insert on agents.slips deferrable initially deferred for each row execute function agents.require_sum();
create constraint trigger slip_is_its_sum after update of slip_id on agents.commissions deferrable initially deferred for each row execute function agents.require_sum();
create constraint trigger slip_is_its_sum after update of slip_id on agents.reversals deferrable initially deferred for each row execute function agents.require_sum();

-- As before (396), with the round's clock; and nobody becomes an agent over what earned somebody else something.
create or replace function agents.guard_agent() returns trigger language plpgsql as $$
declare
  moving text[] := '{state,words,tax_number_sealed,tax_number_end,signature_sealed,began_at,ended_at,paper_id,left_at,forgotten_at,next_look_at}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'applied' then
      raise exception 'whoever becomes an agent applies first' using errcode = 'insufficient_privilege', constraint = 'agent_stays';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving
     or new.state <> old.state and not exists (select from agents.legal_moves where from_state = old.state and to_state = new.state)
     or old.began_at is not null and (new.began_at, new.paper_id) is distinct from (old.began_at, old.paper_id)
     or old.ended_at is not null and new.ended_at is distinct from old.ended_at
     or new.words not in (old.words, '')
     or old.left_at is not null and new.left_at is distinct from old.left_at
     or new.forgotten_at is distinct from old.forgotten_at and (old.forgotten_at is not null or old.left_at is null) then
    raise exception 'an agent moves as the table of moves says, and stays what was signed' using errcode = 'insufficient_privilege', constraint = 'agent_stays';
  end if;
  if old.began_at is null and new.began_at is not null then
    perform pg_advisory_xact_lock(hashtextextended(new.member_id::text, 397));
    if exists (select from agents.commissions c where c.client_id = new.member_id and c.paid_at >= new.began_at) then
      raise exception 'what they bought since then has earned their agent something' using errcode = 'check_violation', constraint = 'one_level';
    end if;
  end if;
  return new;
end $$;
