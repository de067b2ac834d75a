-- Whoever shares an identity paper or a payout account with who invited them brings no reward, and nobody accepts that they do
-- (decision 0154). One name and one day of birth are a doubt of their own: two people may have them. When a doubt was accepted is
-- known, so that what one person accepts alone is counted.
alter table referral.rewards drop constraint rewards_doubts_check, drop constraint rewards_because_check,
  add constraint doubt_is_known check (doubts <@ array['document', 'namesake', 'payout', 'device', 'ring', 'sibling']),
  add constraint end_is_known check (because in ('volume', 'staff', 'closed', 'same')),
  add column accepted_at timestamptz;
comment on column referral.rewards.accepted_at is 'when the last of its doubts were accepted; the database writes it';
alter table referral.rewards disable trigger guard_reward;
update referral.rewards set accepted_at = coalesce(reserved_at, made_at) where accepted_by is not null;
alter table referral.rewards enable trigger guard_reward;
alter table referral.rewards add constraint accepted_has_its_time check ((accepted_by is null) = (accepted_at is null));
create index rewards_accepted on referral.rewards (accepted_by, accepted_at) where accepted_by is not null;

create or replace function referral.guard_reward() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,waits_for,doubts,accepted_by,accepted_at,accepted_doubts,because,set_off_e4,taken_e4,next_at,reserved_at,credited_at,ended_at}';
  same text[] := '{document,payout}';
begin
  if tg_op = 'UPDATE' then
    if old.accepted_by is null and new.accepted_by is not null and new.accepted_doubts = '{}' then
      new.accepted_doubts := new.doubts;
    end if;
    new.accepted_at := case when new.accepted_doubts <> old.accepted_doubts then now() else old.accepted_at end;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.state in ('reversed', 'refused') or to_jsonb(new) - kept <> to_jsonb(old) - kept
     or old.accepted_by is not null and new.accepted_by is null or not new.accepted_doubts @> old.accepted_doubts
     or not new.doubts @> new.accepted_doubts
     or new.accepted_by is distinct from old.accepted_by and old.accepted_by is not null and new.accepted_doubts = old.accepted_doubts
     or old.credited_at is not null and (new.credited_at, new.set_off_e4) is distinct from (old.credited_at, old.set_off_e4)
     or old.reserved_at is not null and new.reserved_at is distinct from old.reserved_at or not new.doubts @> old.doubts) then
    raise exception 'what a reward is and came to stays' using errcode = 'insufficient_privilege', constraint = 'reward_stays';
  end if;
  if tg_op = 'UPDATE' and old.credited_at is null and new.accepted_doubts <> old.accepted_doubts and new.accepted_doubts && same then
    raise exception 'one person has no reward for themselves' using errcode = 'check_violation', constraint = 'same_person_is_refused';
  end if;
  if tg_op = 'INSERT' and (new.state <> 'waiting' or new.accepted_by is not null or not exists (
      select from referral.attributions a where (a.member_id, a.owner_id, a.store, a.kind) = (new.invited_id, new.member_id, new.store, 'member'))) then
    raise exception 'a reward is of one who invited and one who came' using errcode = 'check_violation', constraint = 'rewarded_as_attributed';
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    if (old.state, new.state) not in (('waiting', 'reserved'), ('waiting', 'refused'), ('reserved', 'credited'), ('reserved', 'reversed'), ('credited', 'reversed')) then
      raise exception 'from % a reward does not become %', old.state, new.state using errcode = 'check_violation', constraint = 'reward_takes_known_moves';
    end if;
    if new.state in ('reserved', 'credited') and not new.doubts <@ new.accepted_doubts then
      raise exception 'a doubted reward waits for staff' using errcode = 'check_violation', constraint = 'doubted_reward_waits';
    end if;
    if new.state = 'reserved' then
      perform backing.refuse_closed(new.store);
      perform backing.require_grams(new.store, new.weight_e4);
    end if;
  end if;
  return new;
end $$;
