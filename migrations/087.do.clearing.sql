-- Older releases may go on beside this.
-- What a member has paid lately by a method whose money can be taken back (decision 0037).
create index payments_uncleared on payments.payments (member_id, captured_at) where allocation = 'order';
create index corrections_by_time on payments.corrections (created_at desc);
create index disputes_by_time on payments.disputes (opened_at desc);
