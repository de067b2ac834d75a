-- Savings plans that are paid by a card or wallet (decision 0136): a run charges its mandate for a purchase with money from outside. An older
-- release would pay such a run from the cash balance: its instances are stopped first.
alter table vault.plans add column paid_by text not null default 'balance' check (paid_by in ('balance', 'card', 'wallet')),
  drop constraint plans_because_check, add constraint plans_because_check check (because in ('member', 'missed', 'staff', 'mandate'));
comment on column vault.plans.because is 'why it is paused; mandate: nothing may be charged, not yet or no more';

alter table vault.purchases add column mandate_id uuid references payments.mandates;
comment on column vault.purchases.mandate_id is 'what a run of a savings plan is paid by; null: its member pays';
drop index vault.one_open_purchase;
create unique index one_open_purchase on vault.purchases (holder_id) where state = 'open' and mandate_id is null;
create unique index mandate_pays_one_purchase on vault.purchases (mandate_id) where state = 'open';

create function vault.require_mandate() returns trigger language plpgsql as $$
begin
  perform from payments.mandates m where m.id = new.mandate_id and m.state = 'active'
    and (m.member_id, m.store, m.currency) = (new.member_id, new.store, new.currency) and new.amount_minor <= m.limit_minor for share;
  if not found then
    raise exception 'nothing is charged but what an active mandate allows' using errcode = 'check_violation', constraint = 'mandate_allows';
  end if;
  return new;
end $$;
create trigger mandate_allows before insert on vault.purchases for each row when (new.mandate_id is not null)
  execute function vault.require_mandate();

alter table vault.plan_runs add column purchase_id uuid constraint purchase_is_of_one_run unique references vault.purchases,
  drop constraint plan_runs_state_check,
  add constraint plan_runs_state_check check (state in ('trying', 'charging', 'done', 'skipped', 'too_dear', 'missed')),
  drop constraint plan_runs_problem_check,
  add constraint plan_runs_problem_check check (problem in ('balance_too_low', 'cash_disputed', 'level', 'declined', 'no_answer', 'not_sold')),
  drop constraint run_ends_with_its_time,
  add constraint run_ends_with_its_time check ((state in ('trying', 'charging')) = (ended_at is null)),
  add constraint run_that_is_charged_has_its_purchase check (state <> 'charging' or purchase_id is not null);
comment on column vault.plan_runs.purchase_id is 'what its last charge is for, or was';
drop index vault.one_run_is_tried;
create unique index one_run_is_tried on vault.plan_runs (plan_id) where state in ('trying', 'charging');
create index plan_runs_charging on vault.plan_runs (began_at) where state = 'charging';

create or replace function vault.guard_plan_run() returns trigger language plpgsql as $$
begin
  if old.state not in ('trying', 'charging') or (new.plan_id, new.due_on, new.member_id, new.currency, new.began_at) <> (old.plan_id, old.due_on, old.member_id, old.currency, old.began_at) then
    raise exception 'a run that has ended stays what it was' using errcode = 'insufficient_privilege', constraint = 'plan_run_stays';
  end if;
  return new;
end $$;
