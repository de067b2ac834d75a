-- The letter of a draft may be sent again, a few times (decision 0161); to a new customer in the language of the first.
-- Older releases may go on beside this.
alter table orders.drafts
  add column letters smallint not null default 1 constraint draft_has_few_letters check (letters between 1 and 4),
  add column language text;
comment on column orders.drafts.language is 'of the letters to a customer who has no account yet; null: unknown, or for a member';
grant update (letters) on orders.drafts to karat_app;
