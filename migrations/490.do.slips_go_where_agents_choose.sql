-- Where the net of an agent's slips goes: into the vault as grams, or to an account of theirs (decision 0155).
-- Older releases may go on beside this.
-- The slip of somebody who has chosen they do not make (slip_goes_as_chosen), and a newer one does.
alter table vault.payables drop constraint payables_because_check,
  add constraint payables_because_check check (because in ('sale', 'came_back', 'gold_back', 'commission'));

create table agents.slip_choices (
  id bigint generated always as identity primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  goes_to text not null check (goes_to in ('usual', 'vault', 'account')),
  destination_id uuid references payouts.destinations,
  chosen_at timestamptz not null default now(),
  constraint account_is_named check ((goes_to = 'account') = (destination_id is not null))
);
create index slip_choices_of_a_member on agents.slip_choices (member_id, store, id desc);
comment on table agents.slip_choices is 'where a member has the net of their slips go, each time they said so: the newest holds';
comment on column agents.slip_choices.goes_to is 'usual: the balance, or where the store keeps none the account that is their usual one';
create function agents.guard_slip_choice() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.member_id::text, 490));
  if new.destination_id is not null and not exists (select from payouts.destinations d where d.id = new.destination_id
      and (d.member_id, d.store) = (new.member_id, new.store) and d.removed_at is null) then
    raise exception 'a slip goes to an account of its own agent' using errcode = 'check_violation', constraint = 'slip_account_is_own';
  end if;
  return new;
end $$;
create trigger guard_slip_choice before insert on agents.slip_choices for each row execute function agents.guard_slip_choice();
create trigger member_is_open before insert on agents.slip_choices for each row execute function identity.refuse_closed();
create trigger append_only before update or delete on agents.slip_choices for each row execute function agents.refuse_change();
revoke update, delete, truncate on agents.slip_choices from karat_app;

alter table agents.slips
  add column goes_to text not null default 'usual' check (goes_to in ('usual', 'vault', 'account')),
  add column choice_id bigint references agents.slip_choices,
  add column trade_id uuid constraint slip_buys_once unique references vault.trades,
  add column weight_e4 bigint check (weight_e4 > 0),
  add column payable_id uuid constraint slip_is_owed_once unique references vault.payables,
  add column fell_back text check (fell_back in ('too_small', 'level', 'agreement', 'disputed')),
  add constraint slip_says_where check ((goes_to = 'vault') = (trade_id is not null) and (trade_id is null) = (weight_e4 is null)
    and (goes_to <> 'vault' or payable_id is null) and (goes_to <> 'account' or payable_id is not null) and (fell_back is null or goes_to = 'usual'));
comment on column agents.slips.fell_back is 'why the net did not go as its agent had chosen';

-- Where a slip goes is what its agent had chosen last, or the usual way with the reason; and what it went into is of so much, theirs, and its own.
create function agents.guard_slip_way() returns trigger language plpgsql as $$
declare
  chosen agents.slip_choices%rowtype;
  way text;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.member_id::text, 490));
  select * into chosen from agents.slip_choices where member_id = new.member_id and store = new.store order by id desc limit 1;
  way := coalesce(chosen.goes_to, 'usual');
  if new.choice_id is distinct from chosen.id or new.fell_back is null and new.goes_to <> way or new.fell_back is not null and way = 'usual'
     or new.trade_id is not null and not exists (select from vault.trades t where t.id = new.trade_id
       and (t.member_id, t.store, t.currency, t.side, t.amount_minor, t.weight_e4) = (new.member_id, new.store, new.currency, 'buy', new.net_minor, new.weight_e4))
     or new.payable_id is not null and not exists (select from vault.payables p where p.id = new.payable_id and p.because = 'commission'
       and (p.member_id, p.store, p.currency, p.amount_minor) = (new.member_id, new.store, new.currency, new.net_minor)
       and (new.goes_to <> 'account' or p.destination_id = chosen.destination_id)) then
    raise exception 'a slip goes where its agent has chosen' using errcode = 'check_violation', constraint = 'slip_goes_as_chosen';
  end if;
  return new;
end $$;
create trigger guard_slip_way before insert on agents.slips for each row execute function agents.guard_slip_way();
