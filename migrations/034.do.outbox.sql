-- The outbox: a message waits in the row that caused it until it is handed over, and says what became of it.
alter table mail.messages
  add column layout jsonb,
  add column rank smallint not null default 1 check (rank between 0 and 2),
  add column state text not null default 'queued'
    constraint mail_state_is_known check (state in ('queued', 'sending', 'sent', 'refused', 'unknown', 'expired')),
  add column tries smallint not null default 0,
  add column next_try_at timestamptz not null default now(),
  add column give_up_at timestamptz not null default now() + interval '3 days',
  add column claimed_until timestamptz,
  add column provider_id text,
  add column problem text,
  add column member_id uuid,
  add constraint mail_is_claimed_while_sending check ((state = 'sending') = (claimed_until is not null)),
  add constraint mail_sent_has_a_time check ((state = 'sent') = (sent_at is not null));
drop index mail.mail_unsent;
create index mail_to_send on mail.messages (rank, next_try_at) where state = 'queued';
create index mail_being_sent on mail.messages (claimed_until) where state = 'sending';
create index mail_stopped on mail.messages (created_at) where state in ('refused', 'unknown', 'expired');
comment on column mail.messages.layout is 'What the HTML part is made of: text, code, button, kind; null for messages of release 3 and before.';
comment on column mail.messages.state is
  'sending is committed before the first byte leaves; who dies in it leaves unknown, which is never sent again by itself.';
