-- Who asked for messages that are not part of an account or an order, and who ended them: one row each time, none ever changed.
create table mail.consents (
  id bigint generated always as identity primary key,
  member_id uuid not null,
  topic text not null constraint consent_topic_is_known check (topic in ('back_in_stock', 'news')),
  agreed boolean not null,
  how text not null,
  at timestamptz not null default now()
);
create index consents_by_member on mail.consents (member_id, topic, id desc);
comment on table mail.consents is 'The newest row of a member and topic counts; without one there is no consent.';

insert into mail.consents (member_id, topic, agreed, how)
  select distinct member_id, 'back_in_stock', true, 'asked to be told, before release 4'
  from wishes.back_notices where told_at is null;
