-- A run waits while its member has not accepted the agreement in force.
alter table vault.plans drop constraint plans_waits_for_check,
  add constraint plans_waits_for_check check (waits_for in ('account', 'gold', 'agreement'));
