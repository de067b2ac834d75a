-- What tax is put on what is sold is a setting of the store (decision 0171): a line keeps the rate that it was sold at.
-- Older releases may go on beside this.
alter table orders.lines
  add column tax_bps integer constraint tax_rate check (tax_bps between 0 and 3000),
  add constraint tax_by_its_rate check (tax_bps is null or tax_minor = (total_minor * tax_bps + 9999) / 10000);
comment on column orders.lines.tax_bps is 'of the total of the line, rounded up; null: of a release whose rates were constants';

alter table stores.settings add constraint taxes_are_rates check (name <> 'taxes' or (
  coalesce((value ->> 'jewellery_bps')::int between 0 and 3000, true)
  and coalesce((value ->> 'bullion_bps')::int between 0 and 3000, true)
  and coalesce((value ->> 'in_grams_bps')::int between 0 and 3000, true)));
