-- By what a store is paid is data of it (decision 0148): stores that there are go on with what the release took for them until now.
-- Older releases may go on beside this.
insert into stores.settings (store, name, value, from_at, set_by, reason)
select s.code, said.name, said.value, now(), 'release', 'What the release took before it was data'
from stores.stores s
join (values
  ('id', 'pay_card', '{"on": "on"}'::jsonb),
  ('id', 'pay_va', '{"on": "on", "least": 10000, "bca": "on", "bni": "on", "bri": "on", "mandiri": "on"}'),
  ('id', 'pay_qris', '{"on": "on", "most": 10000000}'),
  ('id', 'pay_transfer', '{"least": 10000}'),
  ('id', 'pay_plans', '{"card": "on", "wallet": "on"}'),
  ('my', 'pay_card', '{"on": "on"}'),
  ('my', 'pay_plans', '{"card": "on", "wallet": "on"}')) as said (store, name, value) on said.store = s.code;
