-- Older releases may go on beside this.
-- Notices and the sandbox acquirer's charges end after two years.
create index events_by_end on payments.events (processed_at) where processed_at is not null;
create index charges_by_end on sandbox.charges (decided_at) where decided_at is not null;
create index notices_by_charge on sandbox.notices (charge_id);
