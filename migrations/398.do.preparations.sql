-- Purchases that agents prepare, and what clients show them.
-- Older releases may go on beside this.
create table agents.client_choices (
  member_id uuid primary key references identity.members,
  shows_name boolean not null,
  at timestamptz not null default now()
);
comment on table agents.client_choices is 'whether an agent sees the whole name of their client; masked without a row';
create trigger member_is_open before insert on agents.client_choices for each row execute function identity.refuse_closed();

create sequence agents.preparation_numbers start 1001;
create table agents.preparations (
  id uuid primary key,
  number text not null unique,
  agent_id uuid not null references agents.agents,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  kind text not null check (kind in ('grams', 'order')),
  weight_e4 bigint check (weight_e4 > 0),
  amount_minor bigint check (amount_minor > 0),
  sku_id integer references catalogue.skus,
  quantity integer check (quantity between 1 and 100),
  words text not null default '' check (length(words) <= 200),
  state text not null default 'waiting' check (state in ('waiting', 'bought', 'declined', 'withdrawn', 'expired')),
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  purchase_kind text,
  purchase_id uuid,
  constraint prepared_is_named check (case kind when 'grams' then num_nonnulls(weight_e4, amount_minor) = 1 and num_nonnulls(sku_id, quantity) = 0
    else num_nonnulls(weight_e4, amount_minor) = 0 and num_nonnulls(sku_id, quantity) = 2 end),
  constraint preparation_ends_with_its_time check ((ended_at is null) = (state = 'waiting')),
  constraint bought_has_its_purchase check ((state = 'bought') = (purchase_id is not null) and num_nonnulls(purchase_kind, purchase_id) in (0, 2)),
  constraint purchase_is_of_its_kind check (purchase_kind is null or purchase_kind = kind),
  constraint bought_was_opened check (state <> 'bought' or opened_at is not null),
  constraint purchase_is_prepared_once unique (purchase_kind, purchase_id)
) with (fillfactor = 80);
create index preparations_of_an_agent on agents.preparations (agent_id, made_at desc);
create index preparations_of_a_client on agents.preparations (member_id, made_at desc);
create index preparations_that_wait on agents.preparations (ends_at) where state = 'waiting';
comment on column agents.preparations.words is 'of the agent to their client';
comment on column agents.preparations.opened_at is 'when the client went on to buy it; what they buy from then on is held against it';
create trigger member_is_open before insert on agents.preparations for each row execute function identity.refuse_closed();
revoke delete, truncate on agents.preparations from karat_app;

create function agents.guard_preparation() returns trigger language plpgsql as $$
declare
  moving text[] := '{state,words,opened_at,ended_at,purchase_kind,purchase_id}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'waiting' or not exists (select from agents.agents a join referral.attributions t on t.owner_id = a.member_id and t.store = a.store
        where a.id = new.agent_id and a.state = 'active' and a.store = new.store and t.member_id = new.member_id and t.kind in ('agent', 'activity')) then
      raise exception 'an active agent prepares for their own client' using errcode = 'check_violation', constraint = 'prepared_for_a_client';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or to_jsonb(new) - moving <> to_jsonb(old) - moving or new.words not in (old.words, '')
     or old.state <> 'waiting' and to_jsonb(new) - 'words' <> to_jsonb(old) - 'words' or old.opened_at is not null and new.opened_at is distinct from old.opened_at then
    raise exception 'what was prepared stays, and ends once' using errcode = 'insufficient_privilege', constraint = 'preparation_stays';
  end if;
  return new;
end $$;
create trigger guard_preparation before insert or update or delete on agents.preparations for each row execute function agents.guard_preparation();
