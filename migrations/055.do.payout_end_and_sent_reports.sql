-- Removed payout accounts come to an end; and when a large day was reported to the authority.
alter table payouts.destinations add column destroyed_at timestamptz,
  alter column holder drop not null, alter column number_sealed drop not null, alter column number_end drop not null,
  alter column number_hash drop not null,
  add constraint account_is_whole_or_destroyed check (
    num_nonnulls(holder, number_sealed, number_end, number_hash) = case when destroyed_at is null then 4 else 0 end
    and (destroyed_at is null or removed_at is not null));
create index destinations_removed on payouts.destinations (removed_at) where removed_at is not null and destroyed_at is null;
comment on column payouts.destinations.destroyed_at is 'when holder and number were destroyed: years after the removal, or with what kyc held about the member';

alter table kyc.reports add column sent_on date, add column sent_reference text, add column sent_by text,
  add constraint sent_goes_together check (num_nonnulls(sent_on, sent_reference, sent_by) in (0, 3)),
  add constraint sent_when_filed check (sent_on is null or seen_at is not null),
  add constraint sent_after_its_day check (sent_on >= day);
comment on column kyc.reports.sent_on is 'when a person sent it to the authority, as they say; nothing is sent from here';
