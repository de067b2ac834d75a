-- A device token belongs to one member. One that several had is nobody's any more: each of them is asked for a second step once.
delete from identity.devices where token_hash in (
  select token_hash from identity.devices group by token_hash having count(*) > 1);
alter table identity.devices
  drop constraint devices_pkey,
  add primary key (token_hash),
  add column ended_at timestamptz;
comment on column identity.devices.ended_at is
  'since then the browser is asked for a second step again; it only says that its member once showed both factors there';

-- A change of second factors pauses what goes out, too.
alter table identity.outgoing_pauses
  drop constraint outgoing_pauses_reason_check,
  add constraint outgoing_pauses_reason_check check (reason in ('email', 'mobile', 'password', 'pin', 'payout_account', 'factor'));

-- A passkey proves inside a session who sits there; and what a passkey that is being added was allowed by is kept.
alter table identity.passkey_challenges
  drop constraint passkey_challenges_purpose_check,
  add constraint passkey_challenges_purpose_check check (purpose in ('add', 'sign_in', 'prove')),
  drop constraint challenge_to_add_has_a_member,
  add constraint challenge_in_a_session_has_a_member check ((purpose = 'sign_in') = (member_id is null)),
  add column factor_shown boolean not null default false;

-- Tries that were compared and wrong, apart from those that are being compared now.
alter table identity.members add column pin_wrong smallint not null default 0 check (pin_wrong between 0 and 3);
update identity.members set pin_wrong = pin_tries_used where pin_tries_used > 0;
comment on column identity.members.pin_wrong is 'wrong PINs in a row; pin_tries_used counts these and what is being compared now';
