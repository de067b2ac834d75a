-- What the house paid at its own bank of money that waits in no balance (decision 0088). Older releases may go on beside this: they remit nothing.
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('remitted', 'payout_clearing', true, false),
  ('remitted', 'court_payable', true, false),
  ('remitted', 'bank', false, true),
  ('remittance_returned', 'bank', true, false),
  ('remittance_returned', 'payout_clearing', false, true),
  ('remittance_returned', 'court_payable', false, true);

create sequence vault.remittance_numbers start 100001;
create table vault.remittances (
  id uuid primary key,
  number text not null constraint remittance_number_is_single unique,
  payout_id uuid references vault.payouts,
  legal_transfer_id uuid references vault.legal_transfers,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  paid_to text not null check (length(paid_to) between 1 and 120),
  reference text not null check (length(reference) between 1 and 100),
  made_at timestamptz not null default now(),
  made_by text not null,
  returned_at timestamptz,
  returned_by text,
  constraint remits_one_thing check (num_nonnulls(payout_id, legal_transfer_id) = 1),
  constraint two_people_remitted check (made_by ~ '^staff:[0-9a-f-]{36}\+staff:[0-9a-f-]{36}$' and split_part(made_by, '+', 1) <> split_part(made_by, '+', 2)),
  constraint two_people_noted_return check (num_nonnulls(returned_at, returned_by) <> 1 and (returned_by is null
    or returned_by ~ '^staff:[0-9a-f-]{36}\+staff:[0-9a-f-]{36}$' and split_part(returned_by, '+', 1) <> split_part(returned_by, '+', 2)))
);
create unique index remitted_once on vault.remittances (coalesce(payout_id, legal_transfer_id)) where returned_at is null;
create index remittances_of_what_waits on vault.remittances (coalesce(payout_id, legal_transfer_id), made_at);
create index payouts_that_wait on vault.payouts (ended_at, id) where returned_to = 'payout_clearing';
create index legal_transfers_to_authorities on vault.legal_transfers (made_at, id) where recipient_id is null;
comment on column vault.remittances.member_id is 'whose money it was';
comment on column vault.remittances.paid_to is 'an authority, or a bank with the end of the account’s number';
comment on column vault.remittances.reference is 'of the transfer, as the bank has it';
comment on column vault.remittances.returned_at is 'since when two people have noted that it came back: what it was for waits again';

-- Only what waits, whole, once, and to nobody whom a case stops; what was noted stays, but that it came back.
create function vault.guard_remittance() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.returned_at is not null or not exists (
      select from vault.payouts p where p.id = new.payout_id and p.state = 'returned' and p.returned_to = 'payout_clearing'
        and (p.member_id, p.store, p.currency, p.amount_minor) = (new.member_id, new.store, new.currency, new.amount_minor)
      union all
      select from vault.legal_transfers l where l.id = new.legal_transfer_id and l.recipient_id is null
        and (l.member_id, l.store, l.asset, l.amount) = (new.member_id, new.store, new.currency, new.amount_minor)) then
      raise exception 'only what waits is paid at the bank, whole' using errcode = 'check_violation', constraint = 'remits_what_waits';
    end if;
    if new.payout_id is not null then
      perform cases.require_free(new.member_id);
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.returned_at is not null or new.returned_at is null
     or to_jsonb(new) - '{returned_at,returned_by}'::text[] <> to_jsonb(old) - '{returned_at,returned_by}'::text[] then
    raise exception 'what was paid at the bank stays, and comes back once' using errcode = 'insufficient_privilege', constraint = 'remittance_stays';
  end if;
  return new;
end $$;
create trigger guard_remittance before insert or update or delete on vault.remittances for each row execute function vault.guard_remittance();
revoke delete, truncate on vault.remittances from karat_app;
