-- Which parts of the demonstration shop were filled in: a newer release adds its new parts to an older demo, each once.
create table stores.demo_parts (
  part text primary key,
  filled_at timestamptz not null default now()
);
insert into stores.demo_parts (part) select 'shop' where exists (select from stores.stores);
