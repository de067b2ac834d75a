-- Which kinds of transfers there are, and which accounts each may take from (gives) and add to (receives): G26. A kind that
-- is not here moves nothing, whoever asks. The same table stands in src/ledger/transfer-kind-rules.ts; a test and the audit
-- hold the two together, and src/audit/explained-checks.ts says which record stands behind each. A reversal needs no line: it
-- mirrors a transfer that had one.
create table ledger.transfer_kinds (
  kind text not null constraint transfer_kind_is_named check (kind ~ '^[a-z_]{1,60}$' and kind <> 'reversal'),
  account_kind text not null,
  gives boolean not null,
  receives boolean not null,
  primary key (kind, account_kind),
  constraint moves_one_way_or_both check (gives or receives)
);
insert into ledger.transfer_kinds (kind, account_kind, gives, receives) values
  ('payment_captured', 'provider_clearing', true, false),
  ('payment_captured', 'order_money', false, true),
  ('payment_captured', 'delivery_fees', false, true),
  ('payment_captured', 'insurance_fees', false, true),
  ('payment_captured', 'tax_payable', false, true),
  ('payment_suspended', 'provider_clearing', true, false),
  ('payment_suspended', 'suspense', false, true),
  ('payment_honoured', 'suspense', true, false),
  ('payment_honoured', 'order_money', false, true),
  ('payment_honoured', 'delivery_fees', false, true),
  ('payment_honoured', 'insurance_fees', false, true),
  ('payment_honoured', 'tax_payable', false, true),
  ('sale_settled', 'order_money', true, false),
  ('sale_settled', 'settlement', true, true),
  ('sale_settled', 'cash', false, true),
  ('payment_refunded', 'order_money', true, false),
  ('payment_refunded', 'delivery_fees', true, false),
  ('payment_refunded', 'insurance_fees', true, false),
  ('payment_refunded', 'tax_payable', true, false),
  ('payment_refunded', 'suspense', true, false),
  ('payment_refunded', 'provider_clearing', false, true);

create trigger append_only before update or delete on ledger.transfer_kinds for each row execute function ledger.refuse_change();
create trigger never_emptied before truncate on ledger.transfer_kinds for each statement execute function ledger.refuse_change();
alter table ledger.transfer_kinds enable always trigger append_only;
alter table ledger.transfer_kinds enable always trigger never_emptied;

-- As in 004, and: every leg is one that its kind allows.
create or replace function ledger.seal_transfer() returns trigger
  language plpgsql security definer set search_path = ledger, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  legs integer := coalesce(array_length(new.accounts, 1), 0);
  known bigint;
  unbalanced text;
  foreign_source boolean;
  any_floored boolean;
  misfit text;
begin
  if legs < 2 or array_ndims(new.accounts) <> 1 or array_ndims(new.amounts) <> 1 or array_lower(new.accounts, 1) <> 1
     or array_lower(new.amounts, 1) <> 1 or legs <> array_length(new.amounts, 1) or 0 = any (new.amounts)
     or array_position(new.amounts, null) is not null or array_position(new.accounts, null) is not null then
    raise exception 'a transfer needs at least two legs, each with an account and an amount that is not zero'
      using errcode = 'check_violation', constraint = 'transfer_has_legs';
  end if;
  select coalesce(sum(legs_in), 0), string_agg(asset, ', ') filter (where total <> 0),
         coalesce(bool_or(from_source and elsewhere), false), bool_or(has_floor), string_agg(misfits, ', ')
    into known, unbalanced, foreign_source, any_floored, misfit
    from (select a.asset, count(*) as legs_in, sum(leg.amount) as total, bool_or(a.floored) as has_floor,
                 bool_or(a.kind = 'gold_received') as from_source,
                 bool_or(a.kind not in ('gold_received', 'vault')) as elsewhere,
                 string_agg(a.kind, ', ') filter (where not exists (
                   select from transfer_kinds k where k.kind = new.kind and k.account_kind = a.kind
                     and case when leg.amount < 0 then k.gives else k.receives end)) as misfits
            from unnest(new.accounts, new.amounts) as leg(account_id, amount)
            cross join lateral (select * from accounts where id = leg.account_id offset 0) as a group by a.asset) as by_asset;
  if known <> legs then
    raise exception 'a leg names an account that does not exist'
      using errcode = 'foreign_key_violation', constraint = 'transfer_accounts_exist';
  end if;
  if unbalanced is not null then
    raise exception 'legs do not sum to zero in %', unbalanced
      using errcode = 'check_violation', constraint = 'transfer_sums_to_zero';
  end if;
  if foreign_source then
    raise exception 'grams reach members only from the vault'
      using errcode = 'check_violation', constraint = 'gold_comes_only_from_the_vault';
  end if;
  if (new.kind = 'reversal') <> (new.reverses is not null) then
    raise exception 'a reversal, and nothing else, names the transfer that it takes back'
      using errcode = 'check_violation', constraint = 'reversal_names_its_original';
  end if;
  if misfit is not null and new.reverses is null then
    raise exception 'a transfer of kind % may not move % that way', new.kind, misfit
      using errcode = 'check_violation', constraint = 'transfer_fits_its_kind';
  end if;
  if new.reverses is not null and not exists (
    select from transfers t where t.id = new.reverses and t.accounts = new.accounts
      and not exists (select from unnest(t.amounts, new.amounts) as leg(was, amount) where leg.amount + leg.was::numeric <> 0)) then
    raise exception 'a reversal has the legs of the original with the opposite amounts'
      using errcode = 'check_violation', constraint = 'reversal_mirrors_the_original';
  end if;

  -- The head before the balances, and those in the order of their account: two transfers never wait in a circle.
  new.shard := free_shard();
  select h.seq + 1, h.hash into strict new.seq, new.previous_hash from chain_heads h where h.shard = new.shard for update;
  if any_floored then
    perform 1 from balances where account_id = any (new.accounts) order by account_id for update;
  end if;
  new.created_at := clock_timestamp();
  new.hash := content_hash(new.previous_hash, new.id, new.kind, new.reference, new.accounts, new.amounts,
                           new.actor, new.reason, new.reverses, new.created_at, new.shard, new.seq);
  return new;
end $$;
