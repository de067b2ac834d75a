-- Orders that staff put together for a member, who reads them, agrees and pays (decision 0161). A price is held for the member by a guarantee of
-- their own that names the draft.
-- Older releases may go on beside this.
create sequence orders.draft_numbers start 1001;
create table orders.drafts (
  id uuid primary key,
  number text not null constraint draft_number_is_single unique,
  store text not null references stores.stores,
  member_id uuid references identity.members,
  email text,
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) > 0),
  pickup_point_id integer references delivery.pickup_points,
  note text not null check (length(note) <= 300),
  state text not null default 'open' check (state in ('open', 'used', 'withdrawn', 'expired')),
  made_by text not null,
  made_at timestamptz not null default now(),
  ends_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  order_id uuid references orders.orders constraint order_is_of_one_draft unique,
  constraint draft_is_for_somebody check (state <> 'open' or (member_id is null) <> (email is null)),
  constraint draft_forgets_address check (email is null or (member_id is null and state = 'open')),
  constraint draft_ends_once check ((state = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  constraint draft_used_is_ordered check ((state = 'used') = (order_id is not null))
);
comment on column orders.drafts.email is 'of a customer who has no account yet: kept until they have opened it or it is over';
create index drafts_by_member on orders.drafts (member_id) where member_id is not null;
create index drafts_by_time on orders.drafts (made_at desc, id desc);
create unique index draft_waits_once on orders.drafts (store, email) where email is not null;
create index drafts_open on orders.drafts (ends_at) where state = 'open';
revoke update, delete, truncate on orders.drafts from karat_app;
grant update (member_id, email, note, state, opened_at, ended_at, ended_by, order_id) on orders.drafts to karat_app;
create trigger member_is_open before insert or update of member_id on orders.drafts for each row when (new.member_id is not null)
  execute function identity.refuse_closed();

alter table orders.guarantees add column draft_id uuid references orders.drafts;
comment on column orders.guarantees.draft_id is 'the draft by staff that its price is held for';
create index guarantees_by_draft on orders.guarantees (draft_id) where draft_id is not null;

-- What was put together stays as its member was told; it ends once: by the order of a guarantee of its own, or while no price is held for it.
create function orders.guard_draft() returns trigger language plpgsql as $$
begin
  if (old.member_id is not null and new.member_id is distinct from old.member_id)
     or (new.email is not null and new.email is distinct from old.email) then
    raise exception 'draft % is for whom it was made', old.number using errcode = 'check_violation', constraint = 'draft_stays';
  end if;
  if old.state <> 'open' and (new.state, new.order_id, new.ended_at, new.ended_by)
     is distinct from (old.state, old.order_id, old.ended_at, old.ended_by) then
    raise exception 'draft % is over', old.number using errcode = 'check_violation', constraint = 'draft_is_over';
  end if;
  if old.state = 'open' and new.state = 'used' and not exists (
      select from orders.orders o join orders.guarantees g on g.id = o.guarantee_id
      where o.id = new.order_id and g.draft_id = old.id and o.member_id = new.member_id) then
    raise exception 'draft % was not ordered so', old.number using errcode = 'check_violation', constraint = 'draft_makes_its_order';
  end if;
  if old.state = 'open' and new.state in ('withdrawn', 'expired') and exists (
      select from orders.guarantees g where g.draft_id = old.id and g.used_at is null and g.released_at is null and g.expires_at > now()) then
    raise exception 'a price is held for draft %', old.number using errcode = 'check_violation', constraint = 'draft_holds_no_price';
  end if;
  return new;
end $$;
create trigger guard_draft before update on orders.drafts for each row execute function orders.guard_draft();

-- A price is held for an open draft, for its member. Its row stays as it is until the price stands.
create function orders.guard_draft_price() returns trigger language plpgsql as $$
begin
  perform 1 from orders.drafts where id = new.draft_id and state = 'open' and member_id = new.member_id and store = new.store for share;
  if not found then
    raise exception 'no price is held for a draft that is over' using errcode = 'check_violation', constraint = 'draft_is_open';
  end if;
  return new;
end $$;
create trigger guard_draft_price before insert on orders.guarantees for each row when (new.draft_id is not null)
  execute function orders.guard_draft_price();
create trigger guard_draft_use before update of used_at on orders.guarantees for each row
  when (new.draft_id is not null and old.used_at is null and new.used_at is not null) execute function orders.guard_draft_price();
