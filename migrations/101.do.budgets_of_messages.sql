-- Older releases may go on beside this.
-- What a code or link was for, and who asked for it, so that nobody uses up what another is sent. Kept for two days.
alter table identity.sendings
  add column purpose text not null default 'any',
  add column asker text not null default '',
  drop constraint sendings_budget_check,
  add constraint sendings_budget_check check (budget in ('anybody', 'proven', 'owner'));
create index sendings_by_purpose on identity.sendings (destination, purpose, budget, sent_at desc);
comment on column identity.sendings.asker is 'network address, or for the owner the hash of the token of their browser';

-- Text messages are paid by the house: how many were asked for in a day, for a store as a whole (prefix '') and for the numbers that
-- begin alike. 'new' numbers have proven nothing yet, the others are members'.
create table mail.sms_budgets (
  day date not null,
  store text not null,
  kind text not null check (kind in ('new', 'member')),
  prefix text not null,
  asked integer not null,
  most integer not null,
  primary key (day, store, kind, prefix)
);
comment on column mail.sms_budgets.asked is 'those beyond most were refused';

-- What never leaves the house: to a number that nobody has, to a country that the store does not text, beyond the budget.
alter table mail.messages
  drop constraint mail_state_is_known,
  add constraint mail_state_is_known
    check (state in ('queued', 'sending', 'sent', 'refused', 'unknown', 'expired', 'dropped', 'withheld'));
