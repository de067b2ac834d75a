-- An order that the cash balance pays counts with what else was bought from there (decision 0082). An older release beside this one
-- counts it as money of its own; what it gives back of one stays in `bought`.
alter table kyc.takings add column from_balance boolean not null default false
  check (kind = 'order' or not from_balance);
comment on column kyc.takings.from_balance is 'an order that the cash balance paid: it is in bought of its day';
grant update (from_balance) on kyc.takings to karat_app;

create function kyc.keep_from_balance() returns trigger language plpgsql as $$
begin
  raise exception 'what the balance paid stays paid by it' using errcode = 'check_violation', constraint = 'from_balance_stays';
end $$;
create trigger from_balance_stays before update on kyc.takings for each row when (old.from_balance and not new.from_balance)
  execute function kyc.keep_from_balance();
