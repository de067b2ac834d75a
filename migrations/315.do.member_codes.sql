-- Members name each other by a code of their own, so that nobody has to give an address away to be sent gold (decision 0069).
create function identity.new_member_code() returns text language sql volatile as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, place) & 31), 1), '' order by place)
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) random,
    unnest(array[0, 1, 2, 3, 4, 16, 17, 18, 19, 20]) as place
$$;
alter table identity.members add column code text not null default identity.new_member_code()
  constraint member_code_is_single unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$');
comment on column identity.members.code is 'ten random characters, shown as M-7F3K2-M9QXA; never given to another member';
