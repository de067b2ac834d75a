-- Older releases may go on beside this.
-- The row that each instance writes every second: whether anything can be written is known by writing.
create table foundation.instances (
  id uuid primary key,
  seen_at timestamptz not null
) with (fillfactor = 50);
comment on table foundation.instances is 'One row per running instance, rewritten every second; those of killed instances are removed by the next start.';
