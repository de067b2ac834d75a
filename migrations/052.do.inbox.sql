-- Staff answer, close and sort out what visitors write. `revision` grows with every step, so that of two people who saw the
-- same message only one acts; an answer names the mail of the outbox that carries it.
alter table community.messages
  drop constraint messages_state_check,
  add constraint message_state_is_known check (state in ('new', 'in_hand', 'answered', 'closed', 'spam')),
  add column revision integer not null default 1,
  add column assigned_to uuid,
  add column note text not null default '',
  add constraint message_in_hand_is_somebodys check (state <> 'in_hand' or assigned_to is not null);
create index messages_waiting on community.messages (created_at) where state in ('new', 'in_hand');
create index testimonials_waiting on community.testimonials (created_at) where state = 'pending';

create table community.answers (
  id uuid primary key,
  message_id uuid not null references community.messages on delete cascade,
  text text not null,
  staff_id uuid not null,
  staff_name text not null,
  created_at timestamptz not null default now()
);
create index answers_by_message on community.answers (message_id, created_at);
comment on column community.answers.id is 'the mail of the outbox has the key contact_answer:<id>';
