-- Price alerts (decision 0093): what a member wants to be told about the price of gold, and each time that it was so.
create table vault.alerts (
  id uuid primary key,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  kind text not null check (kind in ('above', 'below', 'change')),
  side text check (side in ('buy', 'sell')),
  level_minor bigint check (level_minor > 0),
  rearm_minor bigint check (rearm_minor > 0),
  move_bps integer check (move_bps > 0),
  repeats boolean not null,
  by_mail boolean not null,
  state text not null default 'watching' check (state in ('watching', 'paused', 'reached')),
  armed boolean not null default true,
  reached_at timestamptz,
  reached_day date,
  reached_way text check (reached_way in ('up', 'down')),
  made_at timestamptz not null default clock_timestamp(),
  constraint alert_has_a_level check ((kind = 'change') = (level_minor is null)),
  constraint alert_has_a_side check ((side is null) = (level_minor is null)),
  constraint alert_is_armed_again_before_its_level check (
    (rearm_minor is null) = (level_minor is null)
    and (kind <> 'above' or rearm_minor < level_minor) and (kind <> 'below' or rearm_minor > level_minor)),
  constraint alert_has_a_move check ((kind = 'change') = (move_bps is not null)),
  constraint change_is_always_armed check (armed or kind <> 'change'),
  constraint alert_was_reached check (state <> 'reached' or reached_at is not null)
);
comment on table vault.alerts is 'One that repeats is told again only after the price was back at rearm_minor; a change once a day of the store in each direction.';
comment on column vault.alerts.level_minor is 'price of one gram that a member pays (side buy) or gets (side sell), in minor units of currency';
comment on column vault.alerts.armed is 'whether it is told when the price is at its level';
comment on column vault.alerts.reached_day is 'of a change: the day of the store on which it was told last, and in which direction';
create unique index one_alert_of_a_level on vault.alerts (member_id, store, kind, coalesce(side, ''), coalesce(level_minor, move_bps));
create index watching_alerts on vault.alerts (store, kind, side, level_minor) where state = 'watching' and armed;
create index alerts_to_arm on vault.alerts (store, kind, side, rearm_minor) where state = 'watching' and not armed;
create trigger member_is_open before insert on vault.alerts for each row execute function identity.refuse_closed();

create table vault.alert_firings (
  id uuid primary key,
  alert_id uuid references vault.alerts on delete set null,
  member_id uuid not null references identity.members,
  store text not null references stores.stores,
  currency text not null,
  kind text not null,
  side text,
  level_minor bigint,
  move_bps integer,
  price_minor bigint not null,
  change_bps integer,
  made_at timestamptz(3) not null default clock_timestamp(),
  seen_at timestamptz
);
comment on column vault.alert_firings.price_minor is 'the price of one gram at which it was told; of a change what a member pays';
create index firings_of_member on vault.alert_firings (member_id, store, made_at desc);
create index firings_of_alert on vault.alert_firings (alert_id);
create index firings_by_age on vault.alert_firings (made_at);
create trigger member_is_open before insert on vault.alert_firings for each row execute function identity.refuse_closed('silently');

alter table mail.consents
  drop constraint consent_topic_is_known,
  add constraint consent_topic_is_known check (topic in ('back_in_stock', 'price_alert', 'news'));
