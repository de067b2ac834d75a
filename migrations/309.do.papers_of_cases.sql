-- Papers that staff put into a case, sealed like documents of members (decision 0082). Older releases may go on beside this.
create table cases.documents (
  id uuid primary key,
  case_id uuid not null references cases.cases,
  member_id uuid not null references identity.members,
  wrapped_key bytea,
  content bytea,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  added_by text not null,
  added_at timestamptz not null default now(),
  destroyed_at timestamptz,
  constraint key_and_content_go_together check ((wrapped_key is null) = (content is null) and (wrapped_key is null) = (destroyed_at is not null)),
  constraint content_is_bounded check (content is null or octet_length(content) <= 6000100)
);
create index documents_by_case on cases.documents (case_id, added_at);
comment on column cases.documents.wrapped_key is 'the key of content, sealed under the master key with member and document id';
revoke delete, truncate on cases.documents from karat_app;

-- A key may be sealed anew, and a paper destroyed with what kyc holds; nothing else of it changes.
create function cases.guard_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.destroyed_at is not null
     or (new.destroyed_at is null and new.content is distinct from old.content)
     or to_jsonb(new) - '{wrapped_key,content,destroyed_at}'::text[] <> to_jsonb(old) - '{wrapped_key,content,destroyed_at}'::text[] then
    raise exception 'a paper of a case stays as it is' using errcode = 'insufficient_privilege', constraint = 'document_stays';
  end if;
  return new;
end $$;
create trigger guard_document before update or delete on cases.documents for each row execute function cases.guard_document();

-- As in 305, and the papers.
create or replace function cases.forget_words(member uuid) returns void language sql security definer set search_path = pg_catalog as $$
  update cases.events set words = null where words is not null and case_id in (select id from cases.cases where member_id = member)
    and exists (select from kyc.levels l where l.member_id = member and l.destroyed_at = now() and l.relation_ended_at is not null);
  update cases.documents set wrapped_key = null, content = null, destroyed_at = now() where member_id = member and destroyed_at is null
    and exists (select from kyc.levels l where l.member_id = member and l.destroyed_at = now() and l.relation_ended_at is not null);
$$;
