-- Legal holds (decision 0082): death, court, guardianship, authority. Older releases may go on beside this.
alter table cases.cases add column hold_kind text check (hold_kind in ('death', 'court', 'guardianship', 'authority')),
  add constraint legal_hold_has_a_kind check ((kind = 'legal_hold') = (hold_kind is not null));
create unique index one_hold_of_a_kind on cases.cases (member_id, hold_kind) where kind = 'legal_hold' and state <> 'ended';
