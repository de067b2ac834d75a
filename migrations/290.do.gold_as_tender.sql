-- Grams and the cash balance pay orders (decision 0077). Older releases may go on beside this: they make no order that grams pay, and what
-- they do with one that another made is refused by the database, or leaves its grams to newer ones.
alter table orders.lines add column in_grams boolean not null default false;
alter table orders.orders add column grams_e4 bigint not null default 0 check (grams_e4 >= 0);
comment on column orders.lines.in_grams is 'its fine weight is paid in grams: its price is premium and making charge alone';
comment on column orders.orders.grams_e4 is 'fine weight of its lines that are paid in grams';
alter table orders.guarantees drop constraint guarantees_goods_minor_check, add constraint goods_cost_no_less_than_nothing check (goods_minor >= 0);
alter table orders.lines drop constraint lines_unit_minor_check,
  add constraint piece_has_a_price check (unit_minor > 0 or in_grams and unit_minor = 0);
alter table orders.commitments drop constraint commitments_fine_e4_check, add constraint commitment_is_of_gold check (fine_e4 >= 0);
alter table orders.refund_requests drop constraint refund_requests_granted_minor_check,
  add constraint granted_is_no_debt check (granted_minor >= 0);

-- As in 150; and where no gold was sold for money, for nothing.
create or replace function orders.require_used_quote() returns trigger language plpgsql as $$
begin
  if new.because = 'cancel' and not exists (
    select from orders.quotes q where q.id = new.quote_id and q.kind = 'cancel' and q.order_id = new.order_id and q.used_at is not null
      and (q.figures->>'kept', q.figures->>'gain') = (new.kept_minor::text, new.gain_minor::text))
    and (new.quote_id is not null or (new.kept_minor, new.gain_minor) <> (0, 0)
      or exists (select from orders.lines where order_id = new.order_id and not in_grams)) then
    raise exception 'a cancellation is settled by the figures of its used quote'
      using errcode = 'check_violation', constraint = 'settled_as_quoted';
  end if;
  return new;
end $$;

-- A payment out of the cash balance is captured in the transaction that makes it. One of nothing stands for an order that grams pay whole.
alter table payments.payments
  drop constraint method_is_known, add constraint method_is_known check (method in ('card', 'va', 'qris', 'balance')),
  drop constraint payments_amount_minor_check,
  add constraint payment_is_of_money check (amount_minor > 0 or amount_minor = 0 and method = 'balance'),
  add constraint balance_pays_at_once check (method <> 'balance' or state = 'captured' and allocation = 'subject');
alter table payments.tenders
  drop constraint tender_kind_is_known, add constraint tender_kind_is_known check (kind in ('card', 'va', 'qris', 'balance')),
  drop constraint tenders_amount_minor_check,
  add constraint tender_is_of_money check (amount_minor > 0 or amount_minor = 0 and kind = 'balance');

-- Grams that pay the fine weight of an order: the member's, held, until a serial number is assigned; then the house's.
create table vault.redemptions (
  id uuid primary key,
  order_id uuid not null constraint redemption_of_order_is_single unique,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  weight_e4 bigint not null check (weight_e4 > 0),
  hold_id uuid not null unique references ledger.holds,
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  held_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint redemption_is_held_or_over check ((state = 'held') = (ended_at is null))
) with (fillfactor = 80);
create index redemptions_by_member on vault.redemptions (member_id, store);
comment on column vault.redemptions.hold_id is 'the open one while it is held: a hold that ended was placed anew';
comment on column vault.redemptions.state is 'used: the house has the grams, and the member numbered pieces; released: they never left the member';
revoke delete, truncate on vault.redemptions from karat_app;
create trigger member_is_open before insert on vault.redemptions for each row execute function identity.refuse_closed();
create trigger redeeming_is_open before insert on vault.redemptions for each row execute function backing.refuse_while_closed();

create function vault.guard_redemption() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a redemption is never removed' using errcode = 'insufficient_privilege', constraint = 'redemption_stays';
  end if;
  if tg_op = 'INSERT' and new.state <> 'held' or tg_op = 'UPDATE' and (old.state <> 'held'
     or to_jsonb(new) - '{state,hold_id,ended_at}'::text[] <> to_jsonb(old) - '{state,hold_id,ended_at}'::text[]) then
    raise exception 'grams that pay are used or released once' using errcode = 'check_violation', constraint = 'redemption_ends_once';
  end if;
  if not exists (select from ledger.holds h where h.id = new.hold_id and h.purpose = 'redemption' and h.subject = new.order_id::text
      and (h.member_id, h.store, h.asset, h.amount) = (new.member_id, new.store, 'XAU', new.weight_e4)
      and h.state = case new.state when 'held' then 'placed' else new.state end) then
    raise exception 'grams that pay are what their hold holds' using errcode = 'check_violation', constraint = 'redemption_is_held';
  end if;
  return new;
end $$;
create trigger guard_redemption before insert or update or delete on vault.redemptions for each row execute function vault.guard_redemption();

-- Grams that had become the house's are the member's again: an order was cancelled, or a piece came back.
create table vault.redemption_returns (
  id uuid primary key,
  redemption_id uuid not null references vault.redemptions,
  weight_e4 bigint not null check (weight_e4 > 0),
  occasion text not null,
  made_at timestamptz not null default now(),
  constraint redemption_returns_once unique (redemption_id, occasion)
);
revoke update, delete, truncate on vault.redemption_returns from karat_app;
create function vault.guard_redemption_return() returns trigger language plpgsql as $$
begin
  perform from vault.redemptions where id = new.redemption_id for no key update;
  if not exists (select from vault.redemptions r where r.id = new.redemption_id and r.state = 'used' and r.weight_e4 >= new.weight_e4 + (
      select coalesce(sum(weight_e4), 0) from vault.redemption_returns where redemption_id = r.id)) then
    raise exception 'no more grams go back than were used' using errcode = 'check_violation', constraint = 'returned_within_used';
  end if;
  return new;
end $$;
create trigger guard_redemption_return before insert on vault.redemption_returns for each row execute function vault.guard_redemption_return();

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('balance_spent', 'cash', true, false), ('balance_spent', 'order_money', false, true), ('balance_spent', 'delivery_fees', false, true),
  ('balance_spent', 'insurance_fees', false, true), ('balance_spent', 'tax_payable', false, true),
  ('gold_redeemed', 'gold_held', true, false), ('gold_redeemed', 'vault', false, true),
  ('redemption_returned', 'vault', true, false), ('redemption_returned', 'gold', false, true);
