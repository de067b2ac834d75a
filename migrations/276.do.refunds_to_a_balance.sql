-- What came to a virtual account or by QRIS goes to its payer's cash balance, not back to where it came from (decision 0071).
-- Older releases may go on beside this: they open no refund of such money, and ask a provider for none that goes to a balance, since
-- 275 has stopped them.
alter table payments.refunds add column way text not null default 'source' check (way in ('source', 'balance'));
comment on column payments.refunds.way is 'source: by its provider; balance: to the cash balance of its payer';
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('payment_returned', 'order_money', true, false),
  ('payment_returned', 'delivery_fees', true, false),
  ('payment_returned', 'insurance_fees', true, false),
  ('payment_returned', 'tax_payable', true, false),
  ('payment_returned', 'suspense', true, false),
  ('payment_returned', 'cash', false, true);
