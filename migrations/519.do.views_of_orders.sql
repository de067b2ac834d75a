-- Views of the list of orders that staff keep by a name: filters, sort and columns, their own or shared with everybody who sees orders (decision 0165).
-- Older releases may go on beside this.
create table orders.views (
  id uuid primary key,
  person_id uuid not null references staff.people,
  name text not null check (length(name) between 1 and 60),
  search text not null check (length(search) <= 600),
  shared boolean not null,
  saved_at timestamptz not null default clock_timestamp()
);
create unique index view_name_is_single on orders.views (person_id, lower(name));
create index views_shared on orders.views (name) where shared;
comment on column orders.views.search is 'what stands in the address of the list: tab, filters, sort and columns, and nothing else';
