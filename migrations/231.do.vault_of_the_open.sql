-- What is under way when an account is closed opens no place, quote or trade for it (docs/decisions/0028).
create trigger member_is_open before insert on vault.holders for each row execute function identity.refuse_closed();
create trigger member_is_open before insert on vault.quotes for each row execute function identity.refuse_closed();
create trigger member_is_open before insert on vault.trades for each row execute function identity.refuse_closed();
