-- Older releases may go on beside this.
-- By which keys outside the database its PINs are hashed and its secrets sealed: another key would find every PIN wrong.
create table foundation.key_fingerprints (
  key text primary key check (key in ('PIN_KEY', 'MASTER_KEY')),
  fingerprint bytea not null,
  noted_at timestamptz not null default now()
);
comment on table foundation.key_fingerprints is 'HMAC-SHA256 of a constant under each key; written by the start, as the owner of the database.';
revoke insert, update, delete on foundation.key_fingerprints from karat_app;
