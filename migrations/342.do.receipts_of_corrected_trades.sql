-- A trade at a wrong price that was undone or corrected owes a second receipt, which says both (decision 0100). Older releases may go on
-- beside this: they leave such a receipt to newer ones.
alter table vault.receipts
  drop constraint receipts_about_check,
  add constraint receipts_about_check check (about in ('trade', 'deposit', 'withdrawal', 'transfer', 'correction')),
  drop constraint receipt_is_single,
  add constraint receipt_is_single unique (about_id, member_id, about);

create function vault.owe_correction() returns trigger language plpgsql as $$
begin
  insert into vault.receipts (about, about_id, member_id, store) values ('correction', new.trade_id, new.member_id, new.store);
  return null;
end $$;
create trigger owe_correction after update on vault.price_choices for each row
  when (old.state = 'open' and new.state in ('undone', 'repriced')) execute function vault.owe_correction();

insert into vault.receipts (about, about_id, member_id, store, due_at)
  select 'correction', trade_id, member_id, store, ended_at from vault.price_choices where state in ('undone', 'repriced');
