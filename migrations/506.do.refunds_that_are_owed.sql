-- Money that cannot go back to where it came from and has no place in its payer's balance is owed to them, and paid to an account of theirs.
-- Older releases may go on beside this.
-- They leave such a refund pending, and a newer one goes on with it.
alter table payments.refunds add column owed boolean not null default false,
  add constraint only_a_settled_refund_is_owed check (not owed or (way = 'balance' and state = 'settled'));
comment on column payments.refunds.owed is 'it had no place in its payer''s balance: vault.payables has it until it is paid out';
alter table vault.payables add column refund_id uuid unique references payments.refunds,
  drop constraint payables_because_check,
  add constraint payables_because_check check (because in ('sale', 'came_back', 'gold_back', 'commission', 'refund')),
  add constraint payable_of_a_refund check ((because = 'refund') = (refund_id is not null));
