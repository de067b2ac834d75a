-- Older releases may go on beside this.
-- One owner who puts the other out is not alone for it: for a week whoever was put out still counts as the second owner.
alter table staff.people add column owner_until timestamptz;
comment on column staff.people.owner_until is
  'until then whoever was disabled or lost the owner role still counts where a second owner has to confirm; null: never put out';
