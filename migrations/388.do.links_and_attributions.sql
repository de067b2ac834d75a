-- Sign-up links of members, agents and activities, and through which one a member came (decision 0124).
-- Who signs up with one of those before is attributed to nobody.
-- Older releases may go on beside this.
create schema referral;
create function referral.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on referral.% is refused: history is only added to', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create table referral.links (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  kind text not null check (kind in ('member', 'agent', 'activity')),
  subject_id uuid not null,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  made_at timestamptz not null default now(),
  constraint subject_has_one_link unique (kind, subject_id, store),
  constraint member_is_their_own_subject check (kind <> 'member' or subject_id = member_id)
);
comment on column referral.links.member_id is 'who owns it: the member, or the member who is the agent';
create index links_of_a_member on referral.links (member_id);
create trigger member_is_open before insert on referral.links for each row execute function identity.refuse_closed();
create trigger append_only before update or delete on referral.links for each row execute function referral.refuse_change();
revoke update, delete, truncate on referral.links from karat_app;

-- Written with the sign-up, and never again.
create table referral.attributions (
  member_id uuid primary key references identity.members,
  code text not null references referral.links,
  kind text not null,
  owner_id uuid not null references identity.members,
  store text not null references stores.stores,
  at timestamptz not null default now(),
  constraint nobody_invites_themselves check (owner_id <> member_id)
);
create index attributions_of_an_owner on referral.attributions (owner_id, at desc);
create index attributions_of_a_link on referral.attributions (code, at);
create trigger append_only before update or delete on referral.attributions for each row execute function referral.refuse_change();
revoke update, delete, truncate on referral.attributions from karat_app;

create function referral.guard_attribution() returns trigger language plpgsql as $$
begin
  if not exists (select from referral.links l where (l.code, l.kind, l.member_id, l.store) = (new.code, new.kind, new.owner_id, new.store)) then
    raise exception 'an attribution says what its link says' using errcode = 'check_violation', constraint = 'attributed_as_linked';
  end if;
  if not exists (select from identity.members m where m.id = new.member_id and m.created_at = now() and m.store = new.store) then
    raise exception 'a member is attributed in the transaction of their sign-up' using errcode = 'check_violation', constraint = 'attributed_at_sign_up';
  end if;
  return new;
end $$;
create trigger guard_attribution before insert on referral.attributions for each row execute function referral.guard_attribution();

-- Browsers that a link brought, by day of its store: a count, and nothing of whoever came.
create table referral.visits (
  code text not null references referral.links,
  day date not null,
  visits integer not null default 1 check (visits > 0),
  primary key (code, day)
) with (fillfactor = 70);
revoke delete, truncate on referral.visits from karat_app;
