-- Who accepts a doubted reward accepts the doubts that they read, not those that come later (decision 0125).
-- What one of before accepts is accepted with the doubts of that moment.
-- Older releases may go on beside this.
alter table referral.rewards add column accepted_doubts text[] not null default '{}';
comment on column referral.rewards.accepted_doubts is 'what staff read when they accepted it; other doubts wait for them again';
create or replace function referral.guard_reward() returns trigger language plpgsql as $$
declare
  kept text[] := '{state,waits_for,doubts,accepted_by,accepted_doubts,because,set_off_e4,taken_e4,next_at,reserved_at,credited_at,ended_at}';
begin
  if tg_op = 'UPDATE' and old.accepted_by is null and new.accepted_by is not null and new.accepted_doubts = '{}' then
    new.accepted_doubts := new.doubts;
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and (old.state in ('reversed', 'refused') or to_jsonb(new) - kept <> to_jsonb(old) - kept
     or old.accepted_by is not null and new.accepted_by is null or not new.accepted_doubts @> old.accepted_doubts
     or not new.doubts @> new.accepted_doubts
     or new.accepted_by is distinct from old.accepted_by and old.accepted_by is not null and new.accepted_doubts = old.accepted_doubts
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

alter table referral.rewards disable trigger guard_reward;
update referral.rewards set accepted_doubts = doubts where accepted_by is not null;
alter table referral.rewards enable trigger guard_reward;
