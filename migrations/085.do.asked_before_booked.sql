-- A notice is a knock on the door: the provider is asked, and what it answers is booked (decision 0036).
alter table payments.events add column asked smallint not null default 0;
comment on column payments.events.asked is 'how often its provider was asked without confirming it';

alter table payments.payments add column told_at timestamptz;
comment on column payments.payments.told_at is 'a notice came that its provider has not confirmed yet: its member reads that we are asking';
