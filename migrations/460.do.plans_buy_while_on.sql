-- What was charged for a savings plan buys only while the store may have plans (decision 0147); else the money goes back.
-- Older releases may go on beside this.
create or replace function vault.refuse_trade_while_off() returns trigger language plpgsql as $$
declare
  of_kind text := (select kind from vault.quotes where id = new.quote_id);
begin
  -- What a company agreed to before and pays later is kept: its price was made while it might be.
  if of_kind is distinct from 'business_agreed' then
    perform stores.refuse_off(new.store, 'gold_accounts');
  end if;
  if of_kind = 'plan' then
    perform stores.refuse_off(new.store, 'plans');
  end if;
  return new;
end $$;
