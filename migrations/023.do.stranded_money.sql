-- The release before this one booked money that came twice, or for a cancelled order, to suspense and left it there. Such
-- money is on its way back at once now (orders/settle-payment.ts); what was left then follows it.
insert into payments.refunds (id, payment_id, order_id, member_id, store, currency, amount_minor, suspense_minor, occasion, actor)
select gen_random_uuid(), p.id, p.order_id, p.member_id, p.store, p.captured_currency, p.captured_minor, p.captured_minor,
    'suspense:' || p.id, 'system'
  from payments.payments p join orders.orders o on o.id = p.order_id
  where p.allocation = 'suspense' and o.state <> 'payment_review'
    and not exists (select from payments.refunds r where r.payment_id = p.id);
