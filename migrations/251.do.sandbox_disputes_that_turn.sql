-- The sandbox acquirer has test cards whose disputes turn after they were decided. Older releases may go on beside this.
alter table sandbox.disputes add column turn_at timestamptz;
create index disputes_to_turn on sandbox.disputes (turn_at) where turn_at is not null;
