-- Who invites somebody gets grams once that member has bought enough (decision 0125): set aside while it may still be undone, theirs
-- afterwards, and taken back where it does not stand. One of before counts no grams that are set aside so: there are none before this.
-- Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('reward_pending', 'member', true, true);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('reward_reserved', 'vault', true, false), ('reward_reserved', 'reward_pending', false, true),
  ('reward_credited', 'reward_pending', true, false), ('reward_credited', 'gold', false, true), ('reward_credited', 'vault', false, true),
  ('reward_reversed', 'reward_pending', true, false), ('reward_reversed', 'gold', true, false), ('reward_reversed', 'vault', false, true);
create index accounts_of_all_grams on ledger.accounts (store) where kind in ('gold', 'gold_held', 'reward_pending');

-- What a reward is, from a moment on; where a store has no row, settings.growth says it.
create table referral.rates (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  valid_from timestamptz not null,
  weight_e4 bigint not null check (weight_e4 between 1 and 100000),
  volume_minor bigint not null check (volume_minor > 0),
  level smallint not null check (level between 1 and 3),
  per_month smallint not null check (per_month between 0 and 1000),
  made_by text not null,
  reason text not null,
  made_at timestamptz not null default now(),
  constraint rates_hold_from_now_on check (valid_from >= made_at)
);
create index rates_of_a_store on referral.rates (store, valid_from desc, id desc);
create trigger append_only before update or delete on referral.rates for each row execute function referral.refuse_change();
revoke update, delete, truncate on referral.rates from karat_app;

create table referral.rewards (
  id uuid primary key,
  invited_id uuid not null constraint reward_is_once unique references referral.attributions (member_id),
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  weight_e4 bigint not null check (weight_e4 > 0),
  needs_minor bigint not null check (needs_minor > 0),
  per_month smallint not null check (per_month >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'reserved', 'credited', 'reversed', 'refused')),
  waits_for text check (waits_for in ('frozen', 'gold', 'level', 'cap', 'account')),
  doubts text[] not null default '{}' check (doubts <@ array['document', 'payout', 'device', 'ring', 'sibling']),
  accepted_by text,
  because text check (because in ('volume', 'staff', 'closed')),
  set_off_e4 bigint not null default 0 check (set_off_e4 between 0 and weight_e4),
  taken_e4 bigint not null default 0 check (taken_e4 between 0 and weight_e4),
  next_at timestamptz not null default now(),
  made_at timestamptz not null default now(),
  reserved_at timestamptz,
  credited_at timestamptz,
  ended_at timestamptz,
  constraint reserved_has_its_time check (state not in ('reserved', 'credited') or reserved_at is not null),
  constraint credited_has_its_time check ((credited_at is not null) = (state = 'credited' or state = 'reversed' and credited_at is not null)),
  constraint ended_says_why check ((state in ('reversed', 'refused')) = (ended_at is not null) and (state in ('reversed', 'refused')) = (because is not null)),
  constraint taken_when_reversed check (taken_e4 = 0 or state = 'reversed'),
  constraint set_off_when_credited check (set_off_e4 = 0 or credited_at is not null),
  constraint nobody_rewards_themselves check (member_id <> invited_id)
) with (fillfactor = 80);
comment on table referral.rewards is 'what an inviter gets for one invited member: once, ever';
comment on column referral.rewards.needs_minor is 'what the invited member has to have bought, of which so much stands; as the rate said when they had';
comment on column referral.rewards.doubts is 'what speaks against two people; a reward with one waits until staff accept or refuse it';
comment on column referral.rewards.set_off_e4 is 'what of it went to grams that were missing when an earlier reward was taken back';
comment on column referral.rewards.taken_e4 is 'what was there to be taken back; of a credited one the rest is owed';
create index rewards_of_a_member on referral.rewards (member_id, store, made_at desc);
create index rewards_to_look_at on referral.rewards (next_at) where state in ('waiting', 'reserved', 'credited');
create trigger member_is_open before insert on referral.rewards for each row execute function identity.refuse_closed();
revoke delete, truncate on referral.rewards from karat_app;

create function referral.guard_reward() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,waits_for,doubts,accepted_by,because,set_off_e4,taken_e4,next_at,reserved_at,credited_at,ended_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.state in ('reversed', 'refused') or to_jsonb(new) - kept <> to_jsonb(old) - kept
     or old.accepted_by is not null and new.accepted_by is distinct from old.accepted_by
     or old.credited_at is not null and (new.credited_at, new.set_off_e4) is distinct from (old.credited_at, old.set_off_e4)
     or old.reserved_at is not null and new.reserved_at is distinct from old.reserved_at or not new.doubts @> old.doubts) then
    raise exception 'what a reward is and came to stays' using errcode = 'insufficient_privilege', constraint = 'reward_stays';
  end if;
  if tg_op = 'INSERT' and (new.state <> 'waiting' or new.accepted_by is not null or not exists (
      select from referral.attributions a where (a.member_id, a.owner_id, a.store, a.kind) = (new.invited_id, new.member_id, new.store, 'member'))) then
    raise exception 'a reward is of one who invited and one who came' using errcode = 'check_violation', constraint = 'rewarded_as_attributed';
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    if (old.state, new.state) not in (('waiting', 'reserved'), ('waiting', 'refused'), ('reserved', 'credited'), ('reserved', 'reversed'), ('credited', 'reversed')) then
      raise exception 'from % a reward does not become %', old.state, new.state using errcode = 'check_violation', constraint = 'reward_takes_known_moves';
    end if;
    if new.state in ('reserved', 'credited') and new.doubts <> '{}' and new.accepted_by is null then
      raise exception 'a doubted reward waits for staff' using errcode = 'check_violation', constraint = 'doubted_reward_waits';
    end if;
    if new.state = 'reserved' then
      perform backing.refuse_closed(new.store);
      perform backing.require_grams(new.store, new.weight_e4);
    end if;
  end if;
  return new;
end $$;
create trigger guard_reward before insert or update or delete on referral.rewards for each row execute function referral.guard_reward();

-- No state without its posting, judged when the transaction ends.
create function referral.require_posted() returns trigger language plpgsql as $$
begin
  if (new.state <> 'reversed' or new.credited_at is null or new.taken_e4 > 0)
     and not exists (select from ledger.transfers where reference = new.id::text and kind = 'reward_' || new.state) then
    raise exception 'reward % is % and nothing was posted', new.id, new.state using errcode = 'check_violation', constraint = 'reward_is_posted';
  end if;
  return null;
end $$;
create constraint trigger reward_is_posted after update of state on referral.rewards deferrable initially deferred for each row
  when (new.state in ('reserved', 'credited', 'reversed') and old.state <> new.state) execute function referral.require_posted();
