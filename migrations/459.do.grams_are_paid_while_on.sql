-- Physical gold is paid in grams only while the store may keep gold accounts (decision 0147): judged when that is agreed, and when it is paid.
-- Older releases may go on beside this.
create trigger feature_is_on before insert on goldback.cases for each row
  when (new.paid_in = 'grams') execute function stores.refuse_while_off('gold_accounts');
create trigger paid_while_on before update on goldback.cases for each row
  when (new.state = 'paid' and old.state <> 'paid' and new.paid_in = 'grams') execute function stores.refuse_while_off('gold_accounts');
