-- Until when an order may be called off and asked back is what its store went by when it was ordered, whatever it goes by later (decision 0146).
-- Older releases may go on beside this.
alter table orders.orders
  add column cancel_seconds integer not null default 1800 constraint time_to_cancel check (cancel_seconds between 300 and 14400),
  add column refund_days smallint not null default 14 constraint days_to_ask_back check (refund_days between 1 and 365);
comment on column orders.orders.cancel_seconds is 'from its payment on it may be called off for so long, while nobody prepares its pieces';
comment on column orders.orders.refund_days is 'after it was handed over its money may be asked back for so many days';
create function orders.terms_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps what it was sold under' using errcode = 'check_violation', constraint = 'terms_stay';
end $$;
create trigger terms_stay before update of cancel_seconds, refund_days on orders.orders for each row
  when (new.cancel_seconds <> old.cancel_seconds or new.refund_days <> old.refund_days) execute function orders.terms_stay();
