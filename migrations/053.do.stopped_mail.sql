-- A message that stopped may be dropped by a person: it is never sent, and no longer waits for anybody.
alter table mail.messages
  drop constraint mail_state_is_known,
  add constraint mail_state_is_known check (state in ('queued', 'sending', 'sent', 'refused', 'unknown', 'expired', 'dropped')),
  add column stopped_by text;
comment on column mail.messages.stopped_by is 'who dropped it';
