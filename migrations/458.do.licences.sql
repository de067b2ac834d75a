-- What a store may only offer with a licence is off until two people record one (decision 0147). Judged where it is sold.
-- Older releases may go on beside this.
create table stores.licences (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  feature text not null constraint feature_is_known check (feature in ('gold_accounts', 'cash_balance', 'transfers', 'plans', 'agents')),
  kind text not null constraint licence_is_of_a_kind check (kind in ('licence', 'opinion', 'demonstration')),
  number text not null check (length(number) between 1 and 80),
  issuer text not null check (length(issuer) between 1 and 120),
  issued_on date not null,
  until_on date,
  words text not null check (length(words) between 1 and 8000),
  from_at timestamptz not null default now(),
  until_at timestamptz,
  recorded_by text not null,
  approved_by text,
  reason text not null,
  ended_at timestamptz,
  ended_by text,
  ended_because text,
  constraint licence_has_its_day check ((until_on is null) = (until_at is null)),
  constraint two_people_record check ((kind = 'demonstration') = (approved_by is null)),
  constraint licence_ends_with_its_people check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (ended_because is null))
);
create index licences_of_a_store on stores.licences (store, feature, id desc);
comment on table stores.licences is 'by what a store offers what not every house may: a feature is on while a row of it is in force';
comment on column stores.licences.words is 'what the licence or opinion says, as recorded';
comment on column stores.licences.until_at is 'the end of its last day in the zone of the store';

create function stores.guard_licence() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null
     or to_jsonb(new) - '{ended_at,ended_by,ended_because}'::text[] <> to_jsonb(old) - '{ended_at,ended_by,ended_because}'::text[] then
    raise exception 'what a store was allowed by stays, and ends once' using errcode = 'insufficient_privilege', constraint = 'licence_stays';
  end if;
  -- Whoever sells by it holds this with others: it ends after them, or before them.
  perform pg_advisory_xact_lock(hashtextextended(new.store, 458));
  return new;
end $$;
create trigger guard_licence before update or delete on stores.licences for each row execute function stores.guard_licence();
create trigger told after insert or update on stores.licences for each statement execute function stores.tell();
revoke delete, truncate on stores.licences from karat_app;

-- A demonstration has all of it on.
create function stores.demonstrate(of_store text) returns void language sql as $$
  insert into stores.licences (store, feature, kind, number, issuer, issued_on, words, from_at, recorded_by, reason)
  select of_store, feature, 'demonstration', '–', 'Karat', current_date, 'No licence: a demonstration shop.', '-infinity', 'demo', 'the demonstration'
  from unnest(array['gold_accounts', 'cash_balance', 'transfers', 'plans', 'agents']) as feature
$$;
select stores.demonstrate(s.code) from stores.stores s where exists (select from stores.demo_parts);

create function stores.was_on(of_store text, of_feature text, at timestamptz) returns boolean language sql stable as $$
  select exists (select from stores.licences l where l.store = of_store and l.feature = of_feature and l.from_at <= was_on.at
    and (l.until_at is null or l.until_at > was_on.at) and (l.ended_at is null or l.ended_at > was_on.at))
$$;
-- Held as it is until the transaction ends.
create function stores.is_on(of_store text, of_feature text) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(of_store, 458));
  return exists (select from stores.licences l where l.store = of_store and l.feature = of_feature and l.ended_at is null
    and (l.until_at is null or l.until_at > clock_timestamp()));
end $$;
create function stores.refuse_off(of_store text, variadic features text[]) returns void language plpgsql as $$
declare
  one text;
begin
  foreach one in array features loop
    if not stores.is_on(of_store, one) then
      raise exception 'store % may not offer %', of_store, one using errcode = 'check_violation', constraint = 'feature_is_on', detail = one;
    end if;
  end loop;
end $$;
create function stores.refuse_while_off() returns trigger language plpgsql as $$
begin
  perform stores.refuse_off(new.store, variadic tg_argv::text[]);
  return new;
end $$;

-- Quotes name the place of their member, not the store.
create function vault.refuse_quote_while_off() returns trigger language plpgsql as $$
begin
  perform stores.refuse_off((select store from vault.holders where id = new.holder_id), variadic tg_argv::text[]);
  return new;
end $$;
create trigger feature_is_on before insert on vault.quotes for each row
  when (new.kind in ('buy', 'buy_outside', 'business_buy')) execute function vault.refuse_quote_while_off('gold_accounts');
create trigger plans_are_on before insert on vault.quotes for each row
  when (new.kind = 'plan') execute function vault.refuse_quote_while_off('gold_accounts', 'plans');
create trigger feature_is_on before insert on vault.purchases for each row execute function stores.refuse_while_off('gold_accounts');

-- What a company agreed to before and pays later is kept: its price was made while it might be.
create function vault.refuse_trade_while_off() returns trigger language plpgsql as $$
begin
  if not exists (select from vault.quotes where id = new.quote_id and kind = 'business_agreed') then
    perform stores.refuse_off(new.store, 'gold_accounts');
  end if;
  return new;
end $$;
create trigger feature_is_on before insert on vault.trades for each row when (new.side = 'buy') execute function vault.refuse_trade_while_off();
create trigger feature_is_on before insert on vault.limit_orders for each row when (new.side = 'buy') execute function stores.refuse_while_off('gold_accounts');
create trigger feature_is_on before insert on business.requests for each row when (new.side = 'buy') execute function stores.refuse_while_off('gold_accounts');
create trigger feature_is_on before insert on business.agreements for each row execute function stores.refuse_while_off('gold_accounts');
create trigger feature_is_on before update on referral.rewards for each row
  when (old.state = 'waiting' and new.state = 'reserved') execute function stores.refuse_while_off('gold_accounts');

create trigger feature_is_on before insert on vault.deposits for each row execute function stores.refuse_while_off('cash_balance');

create trigger feature_is_on before insert on vault.transfers for each row execute function stores.refuse_while_off('gold_accounts', 'transfers');
create trigger taken_while_on before update on vault.transfers for each row
  when (old.state = 'waiting' and new.state = 'accepted') execute function stores.refuse_while_off('gold_accounts', 'transfers');

create trigger feature_is_on before insert on vault.plans for each row execute function stores.refuse_while_off('gold_accounts', 'plans');
-- One that its provider agrees to meanwhile goes on, and buys nothing.
create trigger goes_on_while_on before update on vault.plans for each row
  when (old.state = 'paused' and old.because <> 'mandate' and new.state = 'active') execute function stores.refuse_while_off('gold_accounts', 'plans');

create trigger feature_is_on before insert on agents.agents for each row execute function stores.refuse_while_off('agents');
create trigger begins_while_on before update on agents.agents for each row
  when (old.state <> 'active' and new.state = 'active') execute function stores.refuse_while_off('agents');
create trigger feature_is_on before insert on agents.preparations for each row execute function stores.refuse_while_off('agents');

-- As before (397), and the store might pay agents when it was bought.
create or replace function agents.earns(agent uuid, client uuid, at timestamptz) returns boolean language sql stable as $$
  select (select m.to_state from agents.moves m where m.agent_id = earns.agent and m.at <= earns.at order by m.id desc limit 1) is not distinct from 'active'
    and exists (select from agents.agents a join referral.attributions t on t.owner_id = a.member_id and t.store = a.store
      where a.id = earns.agent and t.member_id = earns.client and t.kind in ('agent', 'activity') and a.member_id <> earns.client
        and stores.was_on(a.store, 'agents', earns.at))
    and not exists (select from agents.agents c where c.member_id = earns.client and c.began_at <= earns.at
      and (c.ended_at is null or c.ended_at > earns.at));
$$;
