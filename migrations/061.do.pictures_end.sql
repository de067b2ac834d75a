-- Pictures that the desk has taken out of a gallery end when no order, open guarantee or text names them any more.
alter table catalogue.pictures add column out_since timestamptz;
comment on column catalogue.pictures.out_since is 'since when no gallery has had it, as the round that ends pictures found it; null while one has it';
create trigger tell_pictures after delete on catalogue.pictures for each statement execute function catalogue.tell('all');

create index lines_by_own_picture on orders.lines (image) where image like 'own-%';
create index guarantees_with_own_pictures on orders.guarantees (expires_at) where lines @? '$[*].image ? (@ starts with "own-")';

-- Whoever ends a picture holds its row: a guarantee that names it and is not committed yet is seen by that.
create function orders.hold_named_pictures() returns trigger language plpgsql as $$
begin
  perform name from catalogue.pictures
    where name in (select line ->> 'image' from jsonb_array_elements(new.lines) as line) order by name for key share;
  return new;
end $$;
create trigger holds_its_pictures before insert on orders.guarantees for each row
  when (new.lines @? '$[*].image ? (@ starts with "own-")') execute function orders.hold_named_pictures();
