-- Older releases may go on beside this.
-- What the house has charged for a sku over the gold in it, by the moment from which it did: a change is held against all of the last day.
create table catalogue.charges (
  id bigint primary key generated always as identity,
  sku_id integer not null references catalogue.skus,
  premium_bps integer not null,
  making_minor bigint not null,
  set_at timestamptz not null default clock_timestamp()
);
create index charges_by_sku on catalogue.charges (sku_id, id desc);
comment on table catalogue.charges is 'written with every sku and every change of its premium or making charge, by whatever way';
insert into catalogue.charges (sku_id, premium_bps, making_minor)
  select id, premium_bps, making_minor from catalogue.skus order by id;

create function catalogue.remember_charges() returns trigger language plpgsql as $$
begin
  insert into catalogue.charges (sku_id, premium_bps, making_minor) values (new.id, new.premium_bps, new.making_minor);
  return null;
end $$;
create trigger first_charges_are_remembered after insert on catalogue.skus
  for each row execute function catalogue.remember_charges();
create trigger charges_are_remembered after update of premium_bps, making_minor on catalogue.skus
  for each row when (old.premium_bps <> new.premium_bps or old.making_minor <> new.making_minor)
  execute function catalogue.remember_charges();
revoke update, delete, truncate on catalogue.charges from karat_app;
