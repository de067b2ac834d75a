-- What every area stands on: keys that make a repeated request harmless, and mail that leaves only after commit.
create schema foundation;

create table foundation.idempotency_keys (
  scope text not null,
  key text not null,
  body_hash bytea not null,
  answer text,
  created_at timestamptz not null default now(),
  constraint idempotency_key_is_single primary key (scope, key)
);
create index idempotency_keys_by_age on foundation.idempotency_keys (created_at);
comment on table foundation.idempotency_keys is
  'One row per member, store, route and Idempotency-Key; committed together with the effect whose answer it stores. Kept 30 days.';

create schema mail;

create table mail.messages (
  id uuid primary key,
  destination text not null,
  channel text not null check (channel in ('email', 'sms')),
  template text not null,
  language text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  once_key text constraint mail_is_sent_once unique
);
create index mail_by_destination on mail.messages (destination, created_at desc);
create index mail_unsent on mail.messages (created_at) where sent_at is null;
