-- Older releases may go on beside this.
-- What proves who agreed to what, what was decided and what was told is written once: the application may write it and take it
-- through the steps that it declares, and neither change nor remove what it said.

-- An acceptance is of the moment in which it is written; that of a sign-up, which the database writes itself, of the sign-up.
alter function identity.accept_at_sign_up() security definer set search_path = pg_catalog;
revoke insert, update, delete, truncate on identity.agreement_acceptances from karat_app;
grant insert (member_id, store, version) on identity.agreement_acceptances to karat_app;

revoke update, delete, truncate on orders.price_windows, orders.window_sales, staff.approvals, payments.events, pricing.halts,
  pricing.quarantines, pricing.spreads, pricing.closed_spreads, kyc.takings, community.testimonial_decisions, community.answers
  from karat_app;
grant update (finished_at) on orders.price_windows to karat_app;
grant update (state, because, choose_until, tries, next_try_at, done_at) on orders.window_sales to karat_app;
grant update (state, decided_by, decided_at, decided_because) on staff.approvals to karat_app;
grant update (tries, next_try_at, processed_at, outcome, last_error, asked), delete on payments.events to karat_app;
grant update (resumed_at, resumed_by, resumed_because) on pricing.halts to karat_app;
grant update (ended_at, outcome, ended_by, reason, accepted_tick) on pricing.quarantines to karat_app;
grant update (returned_at) on kyc.takings to karat_app;

-- Changed by their steps, never removed; what a person is forgotten by is a pseudonym.
revoke delete, truncate on identity.members, staff.people, catalogue.pieces, kyc.days, kyc.reports, orders.orders, orders.refund_requests,
  orders.refund_lines, orders.claimed_pieces, orders.lost_parcels, orders.exposure, orders.invoice_counters, orders.paper_counters,
  payments.payments, payments.refunds from karat_app;

-- What has been decided, ended or given back stays so.
create function foundation.refuse_second_end() returns trigger language plpgsql as $$
begin
  raise exception 'what has ended stays as it ended' using errcode = 'check_violation', constraint = 'ends_once';
end $$;
create trigger ends_once before update on orders.price_windows for each row when (old.finished_at is not null)
  execute function foundation.refuse_second_end();
create trigger ends_once before update on staff.approvals for each row when (old.decided_at is not null)
  execute function foundation.refuse_second_end();
create trigger ends_once before update on pricing.halts for each row when (old.resumed_at is not null)
  execute function foundation.refuse_second_end();
create trigger ends_once before update on pricing.quarantines for each row when (old.ended_at is not null)
  execute function foundation.refuse_second_end();
create trigger ends_once before update on kyc.takings for each row when (old.returned_at is not null)
  execute function foundation.refuse_second_end();

-- Beside its state nothing of a decided sale changes, and a choice is never given more time.
create function orders.guard_decided_sale() returns trigger language plpgsql as $$
begin
  if new.state = old.state and ((new.because, new.done_at) is distinct from (old.because, old.done_at)
     or new.choose_until > old.choose_until or (new.choose_until is null) <> (old.choose_until is null)) then
    raise exception 'a sale of a price window is decided once' using errcode = 'check_violation', constraint = 'window_sale_is_decided_once';
  end if;
  return new;
end $$;
create trigger guard_decided_sale before update on orders.window_sales for each row execute function orders.guard_decided_sale();
