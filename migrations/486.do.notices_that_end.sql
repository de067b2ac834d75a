-- Letters are looked for every 20 seconds: the index keeps only what one may still be made of. And what is over is found by what it was about.
-- Older releases may go on beside this.
drop index staff.notices_to_mail;
create index notices_to_mail on staff.notices (person_id, kind) where by_mail and mailed_at is null and read_at is null and over_at is null;
create index notices_of_subject on staff.notices (said, subject_id) where over_at is null;
create index told_and_open on staff.told (said, subject_id) where over_at is null;
