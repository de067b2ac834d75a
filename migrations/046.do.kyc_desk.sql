-- What staff told the member stays with the move that told it; and the lists of the identity desk.
alter table kyc.moves add column fault text, add column answer text;
comment on column kyc.moves.fault is 'what staff chose as wrong, of kyc/fault-rules.ts';
comment on column kyc.moves.answer is 'what the member was told with this decision; kyc.reviews has the last';
create index moves_by_review on kyc.moves (member_id, subject, id);
create index reviews_by_state on kyc.reviews (state, moved_at);
create index reports_open on kyc.reports (reached_at) where seen_at is null;
