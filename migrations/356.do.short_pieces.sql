-- A piece that was bought back lighter or less fine than its stamp says is never sold as what it was (decision 0105). Older releases put
-- no such piece on sale: the database refuses them.
alter table catalogue.pieces add column is_short boolean not null default false;
comment on column catalogue.pieces.is_short is 'it was weighed or assayed below its stamp when it was bought back; true for ever';

create function catalogue.refuse_short_piece() returns trigger language plpgsql as $$
begin
  raise exception 'piece % is less than its stamp says', old.serial using errcode = 'check_violation', constraint = 'short_piece_stays';
end $$;
create trigger short_piece_stays before update on catalogue.pieces for each row
  when (old.is_short and (not new.is_short or new.state in ('in_stock', 'allocated'))) execute function catalogue.refuse_short_piece();
