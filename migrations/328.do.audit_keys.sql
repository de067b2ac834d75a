-- The secret by which a member finds what is counted for them in the proof of backing (decision 0091). Older releases may go on beside
-- this: whoever signs up there gets their key when it is first needed.
create table identity.audit_keys (
  member_id uuid primary key references identity.members,
  sealed_key bytea not null,
  made_at timestamptz not null default now()
);
comment on column identity.audit_keys.sealed_key is '32 random bytes under the master key: whoever has them and the contact reads a balance out of public files';
revoke truncate on identity.audit_keys from karat_app;
