-- What a legal hold ends in: grams and money go to heirs, or where a court says (decision 0082). Older releases may go on beside this.
insert into ledger.account_kinds (kind, holder, gold, floored) values ('court_payable', 'house', false, false);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('succession', 'cash', true, true),
  ('succession', 'gold', true, true),
  ('court_order', 'cash', true, true),
  ('court_order', 'gold', true, true),
  ('court_order', 'court_payable', false, true);
alter table cases.booked_always disable trigger append_only;
insert into cases.booked_always (kind, why) values
  ('succession', 'two people carry out a legal hold; who receives is asked for by the record'),
  ('court_order', 'two people carry out a legal hold; who receives is asked for by the record');
alter table cases.booked_always enable trigger append_only;

create sequence vault.legal_transfer_numbers start 100001;
create table vault.legal_transfers (
  id uuid primary key,
  number text not null constraint legal_transfer_number_is_single unique,
  kind text not null check (kind in ('succession', 'court_order')),
  case_id uuid not null references cases.cases,
  member_id uuid not null references identity.members,
  recipient_id uuid references identity.members,
  authority text check (length(authority) between 3 and 120),
  store text not null references stores.stores,
  asset text not null,
  amount bigint not null check (amount > 0),
  made_at timestamptz not null default now(),
  made_by text not null,
  constraint goes_to_somebody_or_an_authority check ((recipient_id is null) = (authority is not null)),
  constraint goes_to_another check (recipient_id <> member_id),
  constraint authority_gets_money_by_order check (authority is null or (kind = 'court_order' and asset <> 'XAU')),
  constraint two_people_made_it check (made_by ~ '^staff:[0-9a-f-]{36}\+staff:[0-9a-f-]{36}$')
);
create index legal_transfers_by_case on vault.legal_transfers (case_id, made_at);
create trigger append_only before update or delete on vault.legal_transfers for each row execute function vault.refuse_change();
create trigger member_is_open before insert on vault.legal_transfers for each row execute function identity.refuse_closed();
revoke update, delete, truncate on vault.legal_transfers from karat_app;

-- Only from a member who is held, and to nobody who is stopped.
create function vault.guard_legal_transfer() returns trigger language plpgsql as $$
begin
  if not exists (select from cases.cases where id = new.case_id and kind = 'legal_hold' and state = 'open' and member_id = new.member_id) then
    raise exception 'nothing is carried out without an open legal hold' using errcode = 'check_violation', constraint = 'legal_hold_stands';
  end if;
  if new.recipient_id is not null then
    perform cases.require_free(new.recipient_id);
  end if;
  return new;
end $$;
create trigger guard_legal_transfer before insert on vault.legal_transfers for each row execute function vault.guard_legal_transfer();
