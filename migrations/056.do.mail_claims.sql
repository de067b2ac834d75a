-- Every claim of a message has a number of its own that never comes back: `tries` begins anew when a person sends a stopped
-- message again, and falls when nobody answered, so it cannot tell one sender from another.
alter table mail.messages add column claim integer not null default 0;
comment on column mail.messages.claim is 'the newest claim; a sender writes what became of it only while it is still its own';
