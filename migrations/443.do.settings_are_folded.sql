-- A setting's row says what became another value, so that one of a day to come takes back nothing that was changed before it (decision 0140);
-- and a link for the first owner knows whom it made, so that it is worth nothing once an owner is in (decision 0141).
-- Older releases may go on beside this.
comment on table stores.settings is
  'what became another value, from a moment on: what is in force is all rows whose from_at has come, one over the other; what no row says, the release says';
alter table staff.first_links add column person_id uuid references staff.people;
comment on column staff.first_links.person_id is 'who began with it';
