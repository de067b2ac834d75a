-- Older releases may go on beside this.
-- A member lets a card or wallet of theirs be charged later, for a savings plan (decision 0136).
create table payments.mandates (
  id uuid primary key,
  subject_id uuid not null,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  provider text not null,
  kind text not null constraint mandate_kind_is_known check (kind in ('card', 'wallet')),
  currency text not null,
  limit_minor bigint not null check (limit_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'active', 'revoked', 'expired')),
  ended_by text check (ended_by in ('member', 'bank')),
  agree_url text,
  token_sealed bytea,
  account_end text,
  created_at timestamptz not null default clock_timestamp(),
  agree_by timestamptz not null,
  agreed_at timestamptz,
  ended_at timestamptz,
  to_revoke boolean not null default false,
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  constraint mandate_has_its_token_while_it_is_active check ((state = 'active') = (token_sealed is not null)),
  constraint mandate_that_was_agreed_says_when check (state <> 'active' or num_nonnulls(agreed_at, account_end) = 2),
  constraint mandate_ends_with_its_time check ((state in ('revoked', 'expired')) = (ended_at is not null) and (ended_at is not null) = (ended_by is not null))
) with (fillfactor = 80);
comment on column payments.mandates.subject_id is 'the savings plan whose purchases it pays';
comment on column payments.mandates.limit_minor is 'the most that one charge may take';
comment on column payments.mandates.agree_by is 'until then its member may agree on the page of its provider';
comment on column payments.mandates.token_sealed is 'what it is charged with; destroyed when it is over';
comment on column payments.mandates.ended_by is 'member: by them, or with their plan or account; bank: as its provider says';
comment on column payments.mandates.to_revoke is 'its provider is to be told that it is over';
comment on column payments.mandates.next_try_at is 'when its provider is asked next';
create unique index one_living_mandate on payments.mandates (subject_id) where state in ('pending', 'active');
create index mandates_of_a_member on payments.mandates (member_id);
create index mandates_to_ask on payments.mandates (next_try_at) where state = 'pending' or to_revoke;
revoke delete, truncate on payments.mandates from karat_app;
create trigger member_is_open before insert on payments.mandates for each row execute function identity.refuse_closed();

create function payments.guard_mandate() returns trigger language plpgsql as $$
begin
  if (new.id, new.subject_id, new.member_id, new.store, new.provider, new.kind, new.currency, new.limit_minor, new.created_at)
     <> (old.id, old.subject_id, old.member_id, old.store, old.provider, old.kind, old.currency, old.limit_minor, old.created_at)
     or old.state in ('revoked', 'expired') and new.state <> old.state or old.state = 'active' and new.state = 'pending' then
    raise exception 'a mandate that is over stays so, and what it allows never changes'
      using errcode = 'insufficient_privilege', constraint = 'mandate_stays';
  end if;
  return new;
end $$;
create trigger guard_mandate before update on payments.mandates for each row execute function payments.guard_mandate();

alter table payments.payments add column mandate_id uuid references payments.mandates,
  add constraint mandate_pays_as_a_card_does check (mandate_id is null or method = 'card');
comment on column payments.payments.mandate_id is 'what it is charged to without its payer, a card or wallet; null: they pay it themself';
create index payments_to_charge on payments.payments (checked_at) where mandate_id is not null and state in ('created', 'unknown');
