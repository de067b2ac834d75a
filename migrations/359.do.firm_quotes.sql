-- Firm quotes of the desk (decision 0108). Older releases may go on beside this.
alter table vault.quotes drop constraint quote_is_of_a_kind,
  add constraint quote_is_of_a_kind check (kind in ('buy', 'buy_outside', 'sell', 'business_buy', 'business_sell'));
drop trigger buying_is_open on vault.quotes;
create trigger buying_is_open before insert on vault.quotes for each row
  when (new.kind in ('buy', 'buy_outside', 'business_buy')) execute function backing.refuse_quote_while_closed();

insert into business.legal_moves values ('requested', 'quoted'), ('quoted', 'quoted'), ('quoted', 'refused'), ('quoted', 'withdrawn'),
  ('quoted', 'expired'), ('quoted', 'settled');

-- What the desk offers; of several of a request the newest is in force.
create table business.offers (
  id uuid primary key,
  request_id uuid not null references business.requests,
  bps integer not null check (bps between 0 and 1000),
  buyer_kind text not null check (buyer_kind in ('end_consumer', 'gold_business', 'small_business')),
  letter_until date,
  words text not null check (length(words) <= 500),
  made_by uuid not null,
  made_at timestamptz not null default clock_timestamp(),
  valid_until timestamptz not null
);
create index offers_of_a_request on business.offers (request_id, made_at desc);
create index offers_to_end on business.offers (valid_until);
comment on column business.offers.bps is 'hundredths of a percent: what the price is over spot where the member buys, and under it where they sell';
comment on column business.offers.letter_until is 'last day of the letter or certificate that the desk has seen; null: it has seen none';
comment on column business.offers.valid_until is 'it can be opened until the midnight of the store';
create trigger append_only before update or delete on business.offers for each row execute function business.refuse_change();
revoke update, delete, truncate on business.offers from karat_app;

-- Each time an offer was opened: what it cost at that moment, for as long as the quote in the vault is open.
create table business.openings (
  quote_id uuid primary key,
  request_id uuid not null references business.requests,
  offer_id uuid not null references business.offers,
  price_minor bigint not null check (price_minor > 0),
  amount_minor bigint not null check (amount_minor > 0),
  tax_rule text not null,
  tax_bps integer not null check (tax_bps >= 0),
  tax_reason text not null check (tax_reason in ('collected', 'end_consumer', 'certificate', 'letter', 'sale', 'no_rule')),
  tax_minor bigint not null check (tax_minor >= 0),
  opened_at timestamptz not null default now(),
  constraint tax_is_collected_or_nothing check ((tax_reason = 'collected') = (tax_bps > 0))
);
create index openings_of_a_request on business.openings (request_id, opened_at desc);
comment on column business.openings.quote_id is 'in vault.quotes, from which unused ones go a day after their end';
create trigger append_only before update or delete on business.openings for each row execute function business.refuse_change();
revoke update, delete, truncate on business.openings from karat_app;

-- What was agreed on and settled in one commit: the trade, and the tax that was collected beside it.
create table business.deals (
  request_id uuid primary key references business.requests,
  quote_id uuid not null unique references business.openings,
  trade_id uuid not null constraint trade_is_of_one_deal unique references vault.trades,
  store text not null references stores.stores,
  member_id uuid not null references identity.members,
  currency text not null,
  tax_minor bigint not null check (tax_minor >= 0),
  made_at timestamptz not null default now()
);
create index deals_of_a_member on business.deals (member_id, store, made_at desc);
create trigger member_is_open before insert on business.deals for each row execute function identity.refuse_closed();
create trigger member_may_move before insert on business.deals for each row execute function cases.refuse_stopped();
create trigger append_only before update or delete on business.deals for each row execute function business.refuse_change();
revoke update, delete, truncate on business.deals from karat_app;

insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('tax_collected', 'cash', true, false),
  ('tax_collected', 'tax_payable', false, true);
