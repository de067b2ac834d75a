-- Older releases may go on beside this.
-- What needs no money any more has its charges closed at the provider: written with its end, carried out after it. Kept apart
-- from the payments, so that ending an order waits for nobody who settles one of them.
create table payments.closings (
  order_id uuid primary key,
  wanted_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries smallint not null default 0
);
create index closings_due on payments.closings (next_try_at);
