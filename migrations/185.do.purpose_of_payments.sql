-- What a payment is for. Until now that was always an order.
-- Older releases may go on beside this.
alter table payments.payments add column purpose text not null default 'order';
alter table payments.payments add constraint payment_purpose_is_known check (purpose in ('order'));
