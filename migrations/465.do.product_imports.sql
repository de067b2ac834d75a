-- Catalogues of other shops are read in (decision 0151): what an import made, so that it can be taken back, and what was learned for the next.
-- Older releases may go on beside this.
create table catalogue.imports (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  source text not null check (source in ('shopify', 'woocommerce', 'medusa')),
  digest text not null,
  products integer[] not null,
  skus integer[] not null,
  changed jsonb not null constraint changed_is_a_list check (jsonb_typeof(changed) = 'array'),
  made_by text not null,
  made_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz,
  constraint undone_by_somebody check ((undone_by is null) = (undone_at is null))
);
create index imports_by_store on catalogue.imports (store, id);
comment on table catalogue.imports is 'products and skus that came in by a file of another shop: made by it, or changed by it with what was before';

create table catalogue.source_handles (
  store text not null references stores.stores,
  source text not null,
  handle text not null,
  product_id integer not null references catalogue.products on delete cascade,
  primary key (store, source, handle)
);
create index source_handles_by_product on catalogue.source_handles (product_id);
comment on table catalogue.source_handles is 'what a product was called where it came from, by which a later file finds it';

create table catalogue.source_words (
  store text not null references stores.stores,
  source text not null,
  kind text not null check (kind in ('category', 'brand')),
  theirs text not null,
  ours text not null,
  form text,
  primary key (store, source, kind, theirs),
  constraint category_has_a_form check ((form is null) = (kind = 'brand'))
);
comment on table catalogue.source_words is 'what a category or a brand of another shop is with us, as staff said at an import';

revoke update, delete, truncate on catalogue.imports from karat_app;
grant update (undone_by, undone_at) on catalogue.imports to karat_app;

-- What a sku has cost is kept for ever (468), but of one that nobody has seen and that is taken back.
create function catalogue.forget_unseen_sku() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if old.first_shown_at is null then
    delete from catalogue.charges where sku_id = old.id;
  end if;
  return old;
end $$;
create trigger forget_unseen before delete on catalogue.skus for each row execute function catalogue.forget_unseen_sku();
