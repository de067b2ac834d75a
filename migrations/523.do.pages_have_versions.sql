-- About, contact and privacy are written by staff: drafts that two cannot both replace, and versions that stay (decision 0166).
-- Older releases may go on beside this.
create table content.page_versions (
  store text not null references stores.stores,
  slug text not null constraint page_is_known check (slug in ('about', 'contact', 'privacy')),
  version integer not null check (version > 0),
  texts jsonb not null constraint page_has_its_texts check (texts ?& array['title', 'lead', 'facts', 'body']),
  reason text not null default '',
  published_at timestamptz not null default now(),
  published_by text not null default '',
  restores integer,
  primary key (store, slug, version)
);
comment on table content.page_versions is 'a store without any shows the text of the release';
comment on column content.page_versions.texts is 'title, lead, facts and body, each by language; facts are lines of label: value';
comment on column content.page_versions.restores is 'the version whose texts this one has again; 0: those of the release';

create function content.page_version_follows() returns trigger language plpgsql as $$
begin
  if new.version <> coalesce((select max(version) from content.page_versions where store = new.store and slug = new.slug), 0) + 1 then
    raise exception 'version % of % in % does not follow', new.version, new.slug, new.store
      using errcode = 'check_violation', constraint = 'page_versions_follow';
  end if;
  return new;
end $$;
create trigger page_version_follows before insert on content.page_versions
  for each row execute function content.page_version_follows();

create function content.page_version_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a page stays as it was published';
end $$;
create trigger page_versions_stay before update or delete or truncate on content.page_versions
  for each statement execute function content.page_version_stays();
revoke update, delete, truncate on content.page_versions from karat_app;

-- One draft of each page; closed once it is published or dropped, so that its revision never comes again.
create table content.page_drafts (
  store text not null references stores.stores,
  slug text not null constraint draft_is_of_a_page check (slug in ('about', 'contact', 'privacy')),
  revision integer not null default 1,
  texts jsonb not null constraint draft_has_its_texts check (texts ?& array['title', 'lead', 'facts', 'body']),
  is_open boolean not null default true,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (store, slug)
);
revoke delete, truncate on content.page_drafts from karat_app;

insert into content.page_versions (store, slug, version, texts, published_at)
select store, slug, 1,
  jsonb_build_object('title', title, 'lead', lead, 'body', body, 'facts', coalesce(
    (select jsonb_object_agg(language, lines) from (
      select language, string_agg((fact -> 'label' ->> language) || ': ' || (fact -> 'value' ->> language), E'\n' order by place) as lines
      from jsonb_array_elements(facts) with ordinality as one(fact, place), unnest(array['en-US', 'id', 'zh']) as language
      where fact -> 'label' ->> language is not null and fact -> 'value' ->> language is not null
      group by language) as each_language), '{}')), updated_at
from content.pages;
comment on table content.pages is 'read by releases before 523 alone';
