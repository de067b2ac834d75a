-- Pictures of a case of gold-back: of its assay by the staff, of a piece or of a paper by its member; sealed, a key each, and shown to both
-- sides (decision 0118). Older releases may go on beside this.
create table goldback.pictures (
  id uuid primary key,
  case_id uuid not null references goldback.cases,
  member_id uuid not null references identity.members,
  kind text not null check (kind in ('assay', 'piece', 'paper')),
  wrapped_key bytea,
  content bytea,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_by text not null,
  added_at timestamptz not null default now(),
  destroyed_at timestamptz,
  constraint goldback_picture_is_whole check ((wrapped_key is null) = (content is null) and (wrapped_key is null) = (destroyed_at is not null)),
  constraint goldback_picture_is_bounded check (content is null or octet_length(content) <= 6000100),
  constraint goldback_picture_is_of_its_side check ((kind = 'assay') = (added_by like 'staff:%'))
);
create index pictures_by_case on goldback.pictures (case_id, added_at);
create index pictures_by_member on goldback.pictures (member_id) where destroyed_at is null;
comment on column goldback.pictures.wrapped_key is 'the key of content, sealed under the master key with member and picture id';
create trigger member_is_open before insert on goldback.pictures for each row execute function identity.refuse_closed();
revoke delete, truncate on goldback.pictures from karat_app;

-- It is of its case and that case's member, is added while the case asks for it, and stays: a key may be sealed anew, and all of it destroyed.
create function goldback.guard_picture() returns trigger language plpgsql as $$
declare
  own goldback.cases%rowtype;
begin
  if tg_op = 'INSERT' then
    select * into own from goldback.cases where id = new.case_id;
    if own.member_id <> new.member_id
       or own.state <> all (case new.kind when 'assay' then '{received,inspecting}'::text[]
            else '{booked,received,inspecting,counter_offer,retained}'::text[] end) then
      raise exception 'a % picture is not of a case that is %', new.kind, own.state
        using errcode = 'check_violation', constraint = 'picture_goes_with_its_case';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE' or old.destroyed_at is not null
     or (new.destroyed_at is null and new.content is distinct from old.content)
     or to_jsonb(new) - '{wrapped_key,content,destroyed_at}'::text[] <> to_jsonb(old) - '{wrapped_key,content,destroyed_at}'::text[] then
    raise exception 'a picture of a case stays as it is' using errcode = 'insufficient_privilege', constraint = 'goldback_picture_stays';
  end if;
  return new;
end $$;
create trigger guard_picture before insert or update or delete on goldback.pictures for each row execute function goldback.guard_picture();
