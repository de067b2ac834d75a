-- Older releases may go on beside this.
-- What one number is sent in a day, and what new numbers one network address asks for, beside the budgets of a store and a prefix.
alter table mail.sms_budgets
  drop constraint sms_budgets_kind_check,
  add constraint sms_budgets_kind_check check (kind in ('new', 'member', 'number', 'asker'));
comment on column mail.sms_budgets.prefix is 'what numbers begin with, empty for the whole store; of number the whole number, of asker a network address';
