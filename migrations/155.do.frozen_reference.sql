-- Older releases may go on beside this.
-- Since when a second source without times of its own says the same; one that does so for too long vouches for nothing.
alter table pricing.reference_readings add unchanged_since timestamptz;
