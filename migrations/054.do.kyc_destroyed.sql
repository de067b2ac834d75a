-- What kyc holds about a member is destroyed whole some years after they left: rows go, and of the record of moves and looks the
-- words go. Who did what, and when, stays under the member's id.
alter table kyc.levels add column destroyed_at timestamptz;
comment on column kyc.levels.destroyed_at is 'when everything that kyc held about the member was destroyed, the last time';
create index levels_ended on kyc.levels (relation_ended_at) where relation_ended_at is not null;

alter table kyc.moves alter column reason drop not null, add column destroyed_at timestamptz,
  add constraint words_go_together check ((reason is null) = (destroyed_at is not null) and (destroyed_at is null or (fault is null and answer is null)));
alter table kyc.views alter column reason drop not null, alter column address drop not null, add column destroyed_at timestamptz,
  add constraint words_go_together check ((reason is null) = (destroyed_at is not null) and (address is null) = (destroyed_at is not null));

-- The application may not change moves and views; this it may ask for, of a member that it destroys in the same transaction.
create function kyc.forget_words(member uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update kyc.moves set reason = null, fault = null, answer = null, destroyed_at = now()
  where member_id = member and destroyed_at is null
    and exists (select from kyc.levels l where l.member_id = member and l.destroyed_at = now() and l.relation_ended_at is not null);
  update kyc.views set reason = null, address = null, destroyed_at = now()
  where destroyed_at is null and document_id in (select id from kyc.documents where member_id = member)
    and exists (select from kyc.levels l where l.member_id = member and l.destroyed_at = now() and l.relation_ended_at is not null);
$$;
