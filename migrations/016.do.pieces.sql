-- Numbered pieces: which bar or coin is which, whom it is promised to, and everything that ever happened to it.
create table catalogue.pieces (
  serial text primary key constraint serial_is_canonical check (serial ~ '^[A-Z]{2}[0-9A-HJKMNP-TV-Z]{8}$'),
  sku_id integer not null references catalogue.skus,
  state text not null default 'in_stock' check (state in ('in_stock', 'allocated', 'sold', 'reported_stolen')),
  order_id uuid,
  brand text not null,
  gross_weight_e4 bigint not null,
  fine_weight_e4 bigint not null,
  fineness smallint not null,
  assayed_on date not null,
  constraint piece_is_promised_or_not check (
    case state when 'in_stock' then order_id is null when 'reported_stolen' then true else order_id is not null end)
) with (fillfactor = 80);
create index pieces_in_stock on catalogue.pieces (sku_id, serial) where state = 'in_stock';
create index pieces_by_order on catalogue.pieces (order_id) where order_id is not null;
create index pieces_by_sku on catalogue.pieces (sku_id);
comment on column catalogue.pieces.serial is 'canonical: two letters of the maker, seven characters, one check character, without separators';

-- A piece has room for one order: it may be given back and promised anew, never passed from one order to another.
create function catalogue.refuse_second_order() returns trigger language plpgsql as $$
begin
  raise exception 'piece % is promised to order % already', old.serial, old.order_id
    using errcode = 'unique_violation', constraint = 'piece_is_in_one_order';
end $$;
create trigger one_order before update of order_id on catalogue.pieces for each row
  when (old.order_id is not null and new.order_id is not null and new.order_id <> old.order_id)
  execute function catalogue.refuse_second_order();

create table catalogue.piece_moves (
  id bigint primary key generated always as identity,
  serial text not null references catalogue.pieces,
  from_state text,
  to_state text not null,
  order_id uuid,
  actor text not null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index piece_moves_by_serial on catalogue.piece_moves (serial, id);
create trigger append_only before update or delete on catalogue.piece_moves for each row execute function orders.refuse_change();
