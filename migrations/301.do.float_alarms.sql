-- Since when what members have with a store in money is at the alarm of its ceiling: staff are told once. Older releases may go on beside this.
create table vault.float_alarms (
  id bigint primary key generated always as identity,
  store text not null references stores.stores,
  float_minor bigint not null,
  ceiling_minor bigint not null,
  raised_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_open_alarm on vault.float_alarms (store) where ended_at is null;
create trigger never_removed before delete on vault.float_alarms for each row execute function vault.refuse_change();
create trigger alarm_only_ends before update on vault.float_alarms for each row
  when (old.ended_at is not null or to_jsonb(old) - 'ended_at' <> to_jsonb(new) - 'ended_at') execute function vault.refuse_change();
revoke delete, truncate on vault.float_alarms from karat_app;
