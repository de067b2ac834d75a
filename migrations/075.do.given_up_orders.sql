-- Staff give an order up, or a price window ends it: all of its money goes back, nothing is kept and nothing is gained.
alter table orders.settlements drop constraint settlements_because_check,
  add constraint settlements_because_check check (because in ('cancel', 'request', 'given_up', 'price_window')),
  add constraint shop_keeps_nothing check (because in ('cancel', 'request') or (kept_minor = 0 and gain_minor = 0));
