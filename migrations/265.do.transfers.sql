-- Grams that a member sends to another of the same store (decision 0069). Older releases may go on beside this.
create sequence vault.transfer_numbers start 100001;

create table vault.transfers (
  id uuid primary key,
  number text not null constraint transfer_number_is_single unique,
  member_id uuid not null references identity.members,
  recipient_id uuid references identity.members,
  store text not null references stores.stores,
  weight_e4 bigint not null check (weight_e4 > 0),
  shown_to text not null,
  note text not null default '' check (length(note) <= 140),
  card text not null check (card in ('none', 'birthday', 'wedding', 'thanks')),
  state text not null check (state in ('waiting', 'accepted', 'recalled', 'returned')),
  hold_id uuid unique references ledger.holds,
  claim_hash bytea unique,
  made_at timestamptz not null default now(),
  ends_at timestamptz,
  ended_at timestamptz,
  constraint transfer_waits_or_is_over check ((state = 'waiting') = (ended_at is null)),
  constraint transfer_waits_with_a_hold check ((hold_id is null) = (ends_at is null) and (hold_id is not null or state = 'accepted')),
  constraint transfer_is_for_somebody check (recipient_id is not null or (claim_hash is not null and state <> 'accepted')),
  constraint transfer_is_to_another check (recipient_id <> member_id)
) with (fillfactor = 80);
create index transfers_by_sender on vault.transfers (member_id, store, made_at desc);
create index transfers_by_recipient on vault.transfers (recipient_id, store, made_at desc);
comment on column vault.transfers.shown_to is 'as its sender saw them before the PIN: a masked name, or a masked address of somebody who is not a member';
comment on column vault.transfers.claim_hash is 'of the token in the link of who is not a member yet';
revoke delete, truncate on vault.transfers from karat_app;
create trigger member_is_open before insert on vault.transfers for each row execute function identity.refuse_closed();
comment on column vault.transfers.member_id is 'who sends';

create function vault.guard_transfer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting' or new.state = 'waiting'
     or (old.recipient_id is not null and new.recipient_id is distinct from old.recipient_id)
     or (new.recipient_id is distinct from old.recipient_id and new.state <> 'accepted')
     or to_jsonb(new) - '{state,recipient_id,ended_at}'::text[] <> to_jsonb(old) - '{state,recipient_id,ended_at}'::text[] then
    raise exception 'a transfer that waits ends once, and nothing else of it changes' using errcode = 'insufficient_privilege', constraint = 'transfer_stays';
  end if;
  return new;
end $$;
create trigger guard_transfer before update or delete on vault.transfers for each row execute function vault.guard_transfer();

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('gold_transferred', 'gold', true, true),
  ('transfer_claimed', 'gold_held', true, false),
  ('transfer_claimed', 'gold', false, true);
