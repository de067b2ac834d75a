-- A cart holds 50 lines, however many are added at once: those who add to one cart stand in line, and each counts what the one before left.
create function cart.limit_lines() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.member_id || new.store, 80));
  if (select count(*) from cart.lines where member_id = new.member_id and store = new.store) > 50 then
    raise exception 'the cart is full' using errcode = 'check_violation', constraint = 'cart_lines_in_range';
  end if;
  return null;
end $$;
create trigger limit_lines after insert on cart.lines for each row execute function cart.limit_lines();
