-- A version of the agreement says whose the grams of a vault account are; who buys grams has accepted such a version before.
alter table content.agreements drop constraint clauses_are_known,
  add constraint clauses_are_known check (clauses <@ array['price_window', 'vault']);
