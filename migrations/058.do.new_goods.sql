-- Products that the desk adds: their pictures are rows, and what was sold stays what it was sold as.
create table catalogue.pictures (
  name text primary key constraint picture_is_named_by_us check (name ~ '^own-[0-9a-f]{24}$'),
  product_id integer not null references catalogue.products,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  blur text not null constraint blur_is_small check (octet_length(blur) <= 600),
  made_by text not null,
  created_at timestamptz not null default now()
);
create index pictures_by_product on catalogue.pictures (product_id);

-- Never changed: a page may keep a file for as long as it likes.
create table catalogue.picture_files (
  picture text not null references catalogue.pictures on delete cascade,
  kind text not null check (kind in ('avif', 'webp', 'card')),
  width integer not null check (width > 0),
  content bytea not null constraint picture_file_is_bounded check (octet_length(content) between 1 and 4000000),
  primary key (picture, kind, width)
);
alter table catalogue.picture_files alter column content set storage external;
comment on column catalogue.picture_files.kind is 'card is what other sites show beside a link, a JPEG';

-- What visitors saw may stand in carts and guarantees, also after it is hidden.
alter table catalogue.skus add column first_shown_at timestamptz;
comment on column catalogue.skus.first_shown_at is 'when visitors first saw it, which is never taken back; null before';
update catalogue.skus s set first_shown_at = now() from catalogue.products p
  where p.id = s.product_id and coalesce(p.published_at, p.first_published_at) is not null;

create function catalogue.mark_shown_sku() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then new.first_shown_at := old.first_shown_at; end if;
  if new.first_shown_at is null and new.published_at is not null
    and exists (select from catalogue.products where id = new.product_id and published_at is not null) then
    new.first_shown_at := now();
  end if;
  return new;
end $$;
create trigger is_shown before insert or update of published_at, first_shown_at on catalogue.skus
  for each row execute function catalogue.mark_shown_sku();

create function catalogue.mark_shown_product() returns trigger language plpgsql as $$
begin
  update catalogue.skus set first_shown_at = now() where product_id = new.id and published_at is not null and first_shown_at is null;
  return null;
end $$;
create trigger is_shown after update of published_at on catalogue.products for each row
  when (old.published_at is null and new.published_at is not null) execute function catalogue.mark_shown_product();

-- Of two skus of a product that nothing tells apart, nobody could choose one. One that was shown and is hidden makes room for a better.
create unique index sku_attributes_are_single on catalogue.skus (product_id, attributes)
  where published_at is not null or first_shown_at is null;

create function catalogue.refuse_other_sku() returns trigger language plpgsql as $$
begin
  if exists (select from catalogue.stock_moves where sku_id = old.id and reason = 'held') then
    raise exception 'sku % was ordered, it stays what it was', old.code
      using errcode = 'check_violation', constraint = 'ordered_sku_stays_as_it_is';
  end if;
  if old.first_shown_at is not null
    and (old.product_id, old.code, old.attributes, old.gross_weight_e4, old.fine_weight_e4, old.fineness, old.karat)
    is distinct from (new.product_id, new.code, new.attributes, new.gross_weight_e4, new.fine_weight_e4, new.fineness, new.karat) then
    raise exception 'sku % was shown, carts and guarantees name it', old.code
      using errcode = 'check_violation', constraint = 'shown_sku_stays_as_it_is';
  end if;
  if (old.product_id, old.gross_weight_e4, old.fine_weight_e4, old.fineness)
    is distinct from (new.product_id, new.gross_weight_e4, new.fine_weight_e4, new.fineness)
    and exists (select from catalogue.pieces where sku_id = old.id) then
    raise exception 'sku % has numbered pieces of its weight', old.code
      using errcode = 'check_violation', constraint = 'numbered_sku_keeps_its_weight';
  end if;
  return new;
end $$;
create trigger ordered_stays before update of
  product_id, code, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, making_minor on catalogue.skus for each row
  when ((old.product_id, old.code, old.attributes, old.gross_weight_e4, old.fine_weight_e4, old.fineness, old.karat, old.making_minor)
    is distinct from (new.product_id, new.code, new.attributes, new.gross_weight_e4, new.fine_weight_e4, new.fineness, new.karat, new.making_minor))
  execute function catalogue.refuse_other_sku();

create function catalogue.refuse_other_product() returns trigger language plpgsql as $$
begin
  if exists (select from catalogue.skus s join catalogue.stock_moves m on m.sku_id = s.id where s.product_id = old.id and m.reason = 'held') then
    raise exception 'product % was ordered, it stays where it is', old.id
      using errcode = 'check_violation', constraint = 'ordered_product_stays_where_it_is';
  end if;
  if (old.store, old.kind, old.brand) is distinct from (new.store, new.kind, new.brand)
    and exists (select from catalogue.skus s join catalogue.stock_moves m on m.sku_id = s.id where s.product_id = old.id) then
    raise exception 'product % has had stock, it keeps its store, kind and maker', old.id
      using errcode = 'check_violation', constraint = 'stocked_product_keeps_its_maker';
  end if;
  return new;
end $$;
create trigger ordered_stays before update of store, category_id, kind, brand, form on catalogue.products for each row
  when ((old.store, old.category_id, old.kind, old.brand, old.form) is distinct from (new.store, new.category_id, new.kind, new.brand, new.form))
  execute function catalogue.refuse_other_product();
