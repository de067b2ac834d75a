-- Papers are of any subject: what is printed, and its number, stand here. Orders keep which pieces, refund or loss each of theirs is about.
create schema papers;

create table papers.counters (
  kind text not null,
  store text not null,
  year smallint not null,
  last integer not null check (last > 0),
  primary key (kind, store, year)
);
revoke delete, truncate on papers.counters from karat_app;

create table papers.papers (
  id bigint primary key generated always as identity,
  subject_kind text not null,
  subject_id text not null,
  kind text not null,
  occasion text not null default '',
  store text not null,
  year smallint not null,
  number integer not null check (number > 0),
  document jsonb not null,
  issued_at timestamptz not null,
  constraint paper_number_is_single unique (kind, store, year, number),
  constraint paper_is_issued_once unique (subject_kind, subject_id, kind, occasion)
);
comment on column papers.papers.occasion is 'what the paper is for, where a subject gets several of a kind';
comment on column papers.papers.document is 'every word and figure that is printed: the same bytes can be drawn from it at any time';
revoke update, delete, truncate on papers.papers from karat_app;

insert into papers.counters select kind, store, year, last from orders.paper_counters
  union all select 'invoice', store, year, last from orders.invoice_counters;
insert into papers.papers (subject_kind, subject_id, kind, occasion, store, year, number, document, issued_at)
  select 'order', order_id::text, kind, occasion, store, year, number, document, issued_at from (
    select order_id, 'invoice' as kind, '' as occasion, store, year, number, document, issued_at, 0 as id from orders.invoices
    union all
    select order_id, kind, coalesce(refund_id::text, loss_id::text), store, year, number, document, issued_at, id from orders.later_papers) p
  order by issued_at, id;

-- A paper stays as it was issued, but for its parties, when its subject is forgotten. Whoever owns the subject says when that is.
create function papers.without_parties(document jsonb) returns jsonb language sql immutable as $$
  select document || '{"parties": []}'
$$;
create function papers.keep_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.document = papers.without_parties(old.document)
     and to_jsonb(new) - 'document' = to_jsonb(old) - 'document' then
    return new;
  end if;
  raise exception '% on papers.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on papers.papers for each row execute function papers.keep_paper();

drop trigger append_only on orders.invoices;
drop trigger append_only on orders.later_papers;
alter table orders.invoices add column paper_id bigint unique references papers.papers;
alter table orders.later_papers add column paper_id bigint unique references papers.papers;
update orders.invoices i set paper_id = p.id from papers.papers p
  where (p.kind, p.store, p.year, p.number) = ('invoice', i.store, i.year, i.number);
update orders.later_papers l set paper_id = p.id from papers.papers p
  where (p.kind, p.store, p.year, p.number) = (l.kind, l.store, l.year, l.number);
alter table orders.invoices alter column paper_id set not null,
  drop column store, drop column year, drop column number, drop column document, drop column issued_at;
alter table orders.later_papers alter column paper_id set not null,
  drop column store, drop column year, drop column number, drop column document;
create trigger append_only before update or delete on orders.invoices for each row execute function orders.refuse_change();
create trigger append_only before update or delete on orders.later_papers for each row execute function orders.refuse_change();
drop table orders.invoice_counters, orders.paper_counters;

-- Of an order: only in the transaction that forgets it.
create or replace function orders.keep_paper() returns trigger language plpgsql as $$
begin
  if exists (select from orders.orders o where o.id::text = old.subject_id and o.forgotten_at = now()) then
    return new;
  end if;
  raise exception 'order % is not to be forgotten', old.subject_id using errcode = 'check_violation', constraint = 'order_is_kept';
end $$;
create trigger keep_paper_of_order before update on papers.papers for each row when (old.subject_kind = 'order')
  execute function orders.keep_paper();
create or replace function orders.forget_papers(id uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update papers.papers p set document = papers.without_parties(p.document) from orders.orders o
    where p.subject_kind = 'order' and p.subject_id = forget_papers.id::text and o.id = forget_papers.id and o.forgotten_at = now();
$$;
drop function orders.without_parties(jsonb);
