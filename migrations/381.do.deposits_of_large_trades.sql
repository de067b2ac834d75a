-- Large trades that are paid later, with a deposit (decision 0121).
alter table vault.quotes drop constraint quote_is_of_a_kind,
  add constraint quote_is_of_a_kind check (kind in ('buy', 'buy_outside', 'sell', 'business_buy', 'business_sell', 'business_agreed', 'plan'));

insert into business.legal_moves values ('quoted', 'agreed'), ('agreed', 'settled'), ('agreed', 'closed_out');

-- What was agreed on and waits for its money: the deposit is a hold, the price goes on being open in the vault.
create table business.agreements (
  request_id uuid primary key references business.requests,
  quote_id uuid not null unique references business.openings,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  hold_id uuid not null unique references ledger.holds,
  deposit_minor bigint not null check (deposit_minor > 0),
  pay_by timestamptz not null,
  made_at timestamptz not null default now(),
  ended text check (ended in ('paid', 'closed_out', 'given_back')),
  ended_at timestamptz,
  close_price_minor bigint check (close_price_minor > 0),
  difference_minor bigint check (difference_minor >= 0),
  kept_minor bigint check (kept_minor >= 0),
  reminded_at timestamptz,
  told_late_at timestamptz,
  claim_minor bigint generated always as (difference_minor - kept_minor) stored,
  constraint agreement_ends_once check ((ended is null) = (ended_at is null)),
  constraint close_out_is_whole check ((ended is not distinct from 'closed_out') = (num_nonnulls(close_price_minor, difference_minor, kept_minor) = 3)
    and num_nonnulls(close_price_minor, difference_minor, kept_minor) in (0, 3)),
  constraint no_more_is_kept_than_was_lost check (kept_minor <= least(deposit_minor, difference_minor)),
  constraint nobody_is_late_before_their_time check (ended is distinct from 'closed_out' or ended_at > pay_by)
);
create index agreements_of_a_member on business.agreements (member_id);
create index agreements_that_wait on business.agreements (pay_by) where ended is null;
comment on column business.agreements.reminded_at is 'its member was told that the time to pay comes';
comment on column business.agreements.told_late_at is 'its member was told that the time to pay is over';
comment on column business.agreements.close_price_minor is 'of one gram, at which the desk closed it out';
comment on column business.agreements.difference_minor is 'what the gold is worth less at that price than was agreed on';
comment on column business.agreements.kept_minor is 'of the deposit; the rest of it is given back';
comment on column business.agreements.claim_minor is 'what the deposit did not cover: a claim that is in no book until it is paid';
create trigger member_is_open before insert on business.agreements for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on business.agreements for each row execute function cases.refuse_stopped();
revoke delete, truncate on business.agreements from karat_app;
create function business.guard_agreement() returns trigger language plpgsql as $$
declare
  moving text[] := '{ended,ended_at,close_price_minor,difference_minor,kept_minor,claim_minor,reminded_at,told_late_at}';
begin
  if tg_op = 'DELETE' or tg_op = 'INSERT' and new.ended is not null
     or tg_op = 'UPDATE' and (old.ended is not null or to_jsonb(new) - moving <> to_jsonb(old) - moving) then
    raise exception 'what was agreed on stays, and ends once' using errcode = 'insufficient_privilege', constraint = 'agreement_stays';
  end if;
  if not exists (select from ledger.holds h where h.id = new.hold_id and h.purpose = 'business_deposit' and h.subject = new.request_id::text
      and (h.member_id, h.store, h.asset, h.amount) = (new.member_id, new.store, new.currency, new.deposit_minor)
      and h.state = case when new.ended is null then 'placed' else 'released' end) then
    raise exception 'a deposit is held until what was agreed on has ended' using errcode = 'check_violation', constraint = 'deposit_is_held';
  end if;
  if (new.ended is not distinct from 'paid') <> exists (select from business.deals d where d.quote_id = new.quote_id) then
    raise exception 'what was paid has its trade, and nothing else has' using errcode = 'check_violation', constraint = 'paid_has_its_trade';
  end if;
  return new;
end $$;
create trigger guard_agreement before insert or update or delete on business.agreements for each row execute function business.guard_agreement();

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('deal_closed_out', 'cash', true, false),
  ('deal_closed_out', 'trading', false, true);
