-- How many drafts one holder has, and how many wait for one event, are limits of the store as well (decision 0128).
-- Older releases may go on beside this.
alter table activities.limits
  add column drafts integer not null default 20 check (drafts between 1 and 1000),
  add column waiting integer not null default 500 check (waiting between 0 and 100000);
comment on column activities.limits.drafts is 'of one holder: drafts, and what was rejected';
comment on column activities.limits.waiting is 'on the waiting list of one event';
