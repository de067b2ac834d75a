-- A day is large by what was paid, not by what was opened (decision 0082): what of it waits for its money counts for what a level allows alone.
-- What was taken before counts as it was counted then, and so does what an older release beside this one takes.
alter table kyc.days add column unpaid bigint not null default 0 check (unpaid >= 0),
  add column unpaid_deposits bigint not null default 0 check (unpaid_deposits >= 0);
comment on column kyc.days.unpaid is 'what of used is of orders and purchases that wait for their money';
comment on column kyc.days.unpaid_deposits is 'what of deposited waits for its money';
alter table kyc.takings add column paid boolean not null default true;
comment on column kyc.takings.paid is 'its money was there; what waits for it is in unpaid of its day, or in unpaid_deposits';
grant update (paid) on kyc.takings to karat_app;

create function kyc.keep_paid() returns trigger language plpgsql as $$
begin
  raise exception 'what was paid stays paid' using errcode = 'check_violation', constraint = 'paid_stays';
end $$;
create trigger paid_stays before update on kyc.takings for each row when (old.paid and not new.paid) execute function kyc.keep_paid();
