-- Contracts of large trades (decision 0120). Older releases may go on beside this: what is accepted by them has no contract.
create table business.contracts (
  request_id uuid primary key references business.requests,
  quote_id uuid not null unique references business.openings,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  signature_sealed bytea check (octet_length(signature_sealed) <= 60000),
  accepted_at timestamptz not null default now(),
  paper_id bigint not null unique references papers.papers,
  left_at timestamptz,
  forgotten_at timestamptz,
  constraint signature_stays_until_forgotten check ((signature_sealed is null) = (forgotten_at is not null))
);
create index contracts_of_a_member on business.contracts (member_id);
create index contracts_to_forget on business.contracts (accepted_at) where left_at is not null and forgotten_at is null;
comment on table business.contracts is 'what was signed on the pad and accepted with the PIN; what it says stands in its paper';
comment on column business.contracts.left_at is 'when its member closed their account';
create trigger member_is_open before insert on business.contracts for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on business.contracts for each row execute function cases.refuse_stopped();
revoke delete, truncate on business.contracts from karat_app;

create function business.guard_contract() returns trigger language plpgsql as $$
declare
  kept text[] := '{signature_sealed,left_at,forgotten_at}';
begin
  if tg_op = 'DELETE' or to_jsonb(new) - kept <> to_jsonb(old) - kept or old.left_at is distinct from new.left_at and old.left_at is not null
     or old.forgotten_at is distinct from new.forgotten_at and (old.forgotten_at is not null or old.left_at is null) then
    raise exception 'what was signed stays' using errcode = 'insufficient_privilege', constraint = 'contract_stays';
  end if;
  return new;
end $$;
create trigger guard_contract before update or delete on business.contracts for each row execute function business.guard_contract();

-- The application may not change papers; of a contract that it forgets in the same transaction it may ask for it.
create function business.forget_paper(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update papers.papers p set document = papers.without_parties(p.document) from business.contracts c
    where c.request_id = forget_paper.id and p.id = c.paper_id and c.forgotten_at = now();
$$;
