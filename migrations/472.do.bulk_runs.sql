-- Staff do the same with many orders (decision 0150): a run, and what became of each of its orders. The rows that wait are the queue.
-- Older releases may go on beside this.
create table orders.bulk_runs (
  id uuid primary key,
  action text not null constraint bulk_action check (action in ('prepare', 'ready', 'complete', 'give_up')),
  cause text,
  reason text,
  begun_by uuid not null references staff.people,
  address text not null,
  request_id text not null,
  begun_at timestamptz not null default now(),
  stopped_at timestamptz,
  stopped_by uuid references staff.people,
  constraint cause_of_giving_up check ((cause is not null) = (action = 'give_up')),
  constraint stopped_by_somebody check ((stopped_at is null) = (stopped_by is null))
);
create index bulk_runs_by_time on orders.bulk_runs (begun_at desc);
comment on column orders.bulk_runs.address is 'with request_id, from where it was begun: what is done for it is on record with both';
revoke update, delete, truncate on orders.bulk_runs from karat_app;
grant update (stopped_at, stopped_by) on orders.bulk_runs to karat_app;

create table orders.bulk_rows (
  run_id uuid not null references orders.bulk_runs,
  position smallint not null constraint bulk_is_bounded check (position between 0 and 999),
  order_id uuid not null references orders.orders,
  expected text not null,
  result text not null default 'waiting' constraint bulk_result check (result in ('waiting', 'done', 'asked', 'refused', 'left')),
  refusal text,
  told jsonb,
  approval_id uuid references staff.approvals,
  at timestamptz,
  primary key (run_id, order_id),
  constraint one_place_of_a_run unique (run_id, position),
  constraint result_says_what check ((result = 'waiting') = (at is null) and (result = 'refused') = (refusal is not null)
    and (refusal is null) = (told is null) and (result = 'asked') = (approval_id is not null))
);
create index bulk_rows_waiting on orders.bulk_rows (run_id, position) where result = 'waiting';
create index bulk_rows_by_order on orders.bulk_rows (order_id);
comment on column orders.bulk_rows.expected is 'the state that whoever began the run has seen';
comment on column orders.bulk_rows.told is 'what the refusal names';

create function orders.bulk_row_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what became of an order in a run stays' using errcode = 'check_violation', constraint = 'bulk_row_stays';
end $$;
create trigger bulk_row_stays before update on orders.bulk_rows for each row when (old.result <> 'waiting') execute function orders.bulk_row_stays();
revoke update, delete, truncate on orders.bulk_rows from karat_app;
grant update (result, refusal, told, approval_id, at) on orders.bulk_rows to karat_app;
