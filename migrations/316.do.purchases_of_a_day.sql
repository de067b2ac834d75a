-- Grams bought with money from outside are counted in a member's day (decisions 0078, 0082): none of it was deposited the same day.
alter table kyc.takings drop constraint taking_is_of_a_kind,
  add constraint taking_is_of_a_kind check (kind in ('order', 'vault', 'deposit', 'sale', 'purchase'));
