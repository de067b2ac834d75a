-- A bar of the register may secure what the house owes: it is the house's still, lies where it lay, and backs no member's gram
-- (decision 0102). Older releases beside this show its state without a word for it, and count it as nothing, as they should.
alter table backing.bars drop constraint bars_state_check,
  add constraint bars_state_check check (state in ('available', 'pledged', 'missing'));

drop trigger tell_loss on backing.bar_moves;
alter table backing.bar_moves alter column gram_move set expression as (case
  when from_state is null and to_state = 'available' then 'received'
  when from_state = 'available' and to_state = 'missing' then 'lost'
  when from_state = 'missing' and to_state = 'available' then 'found'
  when from_state = 'available' and to_state = 'pledged' then 'pledged'
  when from_state = 'pledged' and to_state = 'available' then 'released' end);
create trigger tell_loss after insert on backing.bar_moves for each row when (new.gram_move = 'lost') execute function backing.tell_loss();

-- Nothing is pledged while the store sells no gold.
create trigger pledging_is_open before update on backing.bars for each row
  when (new.state = 'pledged' and old.state <> 'pledged') execute function backing.refuse_while_closed();

insert into ledger.account_kinds (kind, holder, gold, floored) values ('pledged', 'house', true, true);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('bars_pledged', 'vault', true, false), ('bars_pledged', 'pledged', false, true),
  ('bars_released', 'pledged', true, false), ('bars_released', 'vault', false, true);
