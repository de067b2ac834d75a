-- Older releases may go on beside this.
-- A cancellation may put more into a member's cash than was paid: only by the figures of a quote that was used for that order
-- (G26). No other settlement gains anybody anything. What a quote says is written once, with the time of its writing, and so
-- are a settlement's and a move's.
alter table orders.settlements
  add constraint only_a_cancellation_gains check (because = 'cancel' or (gain_minor = 0 and quote_id is null));

create function orders.require_used_quote() returns trigger language plpgsql as $$
begin
  if new.because = 'cancel' and not exists (
    select from orders.quotes q where q.id = new.quote_id and q.kind = 'cancel' and q.order_id = new.order_id and q.used_at is not null
      and (q.figures->>'kept', q.figures->>'gain') = (new.kept_minor::text, new.gain_minor::text)) then
    raise exception 'a cancellation is settled by the figures of its used quote'
      using errcode = 'check_violation', constraint = 'settled_as_quoted';
  end if;
  return new;
end $$;
create trigger require_used_quote before insert on orders.settlements for each row execute function orders.require_used_quote();

create function orders.keep_used_quote() returns trigger language plpgsql as $$
begin
  if old.used_at is not null and (tg_op = 'DELETE' or new.used_at is distinct from old.used_at) then
    raise exception 'a used quote stays as it was used' using errcode = 'insufficient_privilege', constraint = 'used_quote_stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger keep_used_quote before update or delete on orders.quotes for each row execute function orders.keep_used_quote();

revoke insert, update, truncate on orders.quotes from karat_app;
grant insert (id, kind, order_id, member_id, tick_id, ask_minor, bid_minor, figures, expires_at) on orders.quotes to karat_app;
grant update (used_at, expires_at) on orders.quotes to karat_app;
revoke insert on orders.settlements, orders.moves from karat_app;
grant insert (order_id, quote_id, kept_minor, gain_minor, because) on orders.settlements to karat_app;
grant insert (order_id, from_state, to_state, actor, reason) on orders.moves to karat_app;
