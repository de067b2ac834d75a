-- When the staff were told that a store's proof of the day is late (decision 0103). Older releases may go on beside this: they tell nobody.
alter table proof.plans add column told_at timestamptz;
comment on column proof.plans.told_at is 'of the day that is due now; null while nobody was told that it is late';
