-- Older releases may go on beside this.
-- Before a savings plan is charged it is asked whether the money of a charge before may still come (decision 0136).
create index charges_of_a_mandate on payments.payments (mandate_id) where mandate_id is not null and state in ('created', 'pending', 'unknown');
create index mandates_of_a_subject on payments.mandates (subject_id, created_at desc);
