-- Older releases may go on beside this.
-- Captured payments are asked about again for some days, since the notice of a correction may be lost.
create index payments_captured_lately on payments.payments (captured_at) where state = 'captured';
