-- Older releases may go on beside this.
-- Who has just come in, or was given more, approves nothing for a day: one person with two accounts is not two people.
alter table staff.people add column approves_from timestamptz not null default '-infinity';
update staff.people p set approves_from = i.used_at + interval '1 day'
  from (select person_id, max(used_at) as used_at from staff.invitations where used_at is not null group by person_id) i
  where i.person_id = p.id and i.used_at > now() - interval '1 day';
