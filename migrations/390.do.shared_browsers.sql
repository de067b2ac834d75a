-- Whose token a browser had when somebody else signed in there: one browser, two accounts (decision 0125).
-- Older releases may go on beside this.
create table identity.shared_browsers (
  member_id uuid not null references identity.members,
  other_id uuid not null references identity.members,
  at timestamptz not null default now(),
  primary key (member_id, other_id),
  constraint a_browser_is_shared_by_two check (member_id <> other_id)
);
create index browsers_shared_with on identity.shared_browsers (other_id);
comment on column identity.shared_browsers.other_id is 'whom the token of the browser belonged to';
revoke update, truncate on identity.shared_browsers from karat_app;
create trigger member_is_open before insert on identity.shared_browsers for each row execute function identity.refuse_closed();
create trigger member_is_open before insert on referral.attributions for each row execute function identity.refuse_closed();
