-- Pieces are numbered as their makers stamp them (decision 0142): a maker has a code, the names of its brands, and what its numbers look like.
-- Older releases may go on beside this.
create table catalogue.makers (
  code text primary key constraint maker_code check (code ~ '^[A-Z0-9]{2,12}$'),
  name text not null check (length(name) between 1 and 60),
  forms text[] not null default '{}' constraint maker_forms check (cardinality(forms) <= 8 and array_to_string(forms, '|') ~ '^[A-Z0-9@#*|]*$'),
  check_rule text not null constraint maker_check check (check_rule in ('none', 'luhn', 'mod97')),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table catalogue.makers is 'whose pieces are known by the number that is stamped on them, not by one of ours';
comment on column catalogue.makers.forms is 'what a number may look like: @ a letter, # a digit, * either, anything else itself; none: whatever it looks like';
create table catalogue.maker_brands (
  brand text primary key check (brand = lower(brand) and length(brand) between 1 and 60),
  code text not null references catalogue.makers
);
comment on table catalogue.maker_brands is 'brands of products, in small letters, whose pieces a maker stamps';
create index maker_brands_by_code on catalogue.maker_brands (code);
create function catalogue.maker_keeps_its_code() returns trigger language plpgsql as $$
begin
  raise exception 'maker % keeps its code, which is in the numbers of its pieces', old.code using errcode = 'check_violation', constraint = 'maker_keeps_its_code';
end $$;
create trigger maker_keeps_its_code before update of code on catalogue.makers for each row when (old.code <> new.code) execute function catalogue.maker_keeps_its_code();
create trigger maker_stays before delete on catalogue.makers for each row execute function catalogue.maker_keeps_its_code();

alter table catalogue.pieces drop constraint serial_is_canonical;
alter table catalogue.pieces add constraint serial_is_canonical
  check (serial ~ '^[A-Z]{2}[0-9A-HJKMNP-TV-Z]{8}$' or serial ~ '^[A-Z0-9]{2,12}:[A-Z0-9]{1,24}$') not valid;
alter table catalogue.pieces validate constraint serial_is_canonical;
comment on column catalogue.pieces.serial is
  'canonical: of ours two letters of the maker, seven characters, one check character; of a maker its code, a colon and what is stamped, both without separators';
create index pieces_by_stamp on catalogue.pieces ((split_part(serial, ':', 2)) text_pattern_ops) where serial like '%:%';
