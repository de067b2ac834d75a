-- Who a member is: names and numbers, documents, what staff decide about them, and what that allows.
create schema kyc;

-- One thing about a member that is looked into; the state is a copy of the last row of kyc.moves.
create table kyc.reviews (
  member_id uuid not null references identity.members,
  subject text not null check (subject in ('real_name', 'documents', 'funds')),
  state text not null check (state in ('draft', 'submitted', 'approved', 'rejected')),
  answer text,
  moved_at timestamptz not null default now(),
  primary key (member_id, subject)
);
create index reviews_waiting on kyc.reviews (moved_at) where state = 'submitted';
comment on column kyc.reviews.answer is 'what staff wrote to the member with the last decision';

create table kyc.moves (
  id bigint primary key generated always as identity,
  member_id uuid not null references identity.members,
  subject text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default now()
);
create index moves_by_member on kyc.moves (member_id, id);

create table kyc.real_names (
  member_id uuid primary key references identity.members,
  store text not null references stores.stores,
  id_type text not null check (id_type in ('nik', 'nric', 'passport')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  full_name text not null,
  birth_date date not null,
  sex text not null check (sex in ('female', 'male')),
  number_sealed bytea not null,
  number_end text not null check (length(number_end) = 4),
  number_hash bytea constraint id_belongs_to_one_account unique,
  doubts text[] not null default '{}',
  told_at timestamptz not null default now()
);
comment on column kyc.real_names.number_hash is 'keyed hash of type, country and number; null once the name was rejected, so that its true owner can use it';
comment on column kyc.real_names.doubts is 'where the number does not fit what the member says: birth_date, sex, region, passport';

create table kyc.id_tries (
  member_id uuid not null references identity.members,
  day date not null,
  used integer not null,
  primary key (member_id, day)
);

-- Files of the documents review. Destroyed by forgetting the key; the row stays to say what there was.
create table kyc.documents (
  id uuid primary key,
  member_id uuid not null references identity.members,
  kind text not null check (kind in ('id_document', 'selfie', 'address_proof', 'signature')),
  wrapped_key bytea,
  content bytea,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  replaced_at timestamptz,
  destroyed_at timestamptz,
  constraint key_and_content_go_together check ((wrapped_key is null) = (content is null) and (wrapped_key is null) = (destroyed_at is not null)),
  constraint content_is_bounded check (content is null or octet_length(content) <= 6000100)
);
create unique index one_document_of_a_kind on kyc.documents (member_id, kind) where replaced_at is null and destroyed_at is null;
create index documents_by_member on kyc.documents (member_id, id);
comment on column kyc.documents.wrapped_key is 'the key of content, sealed under the master key with member and document id';
comment on column kyc.documents.sent_at is 'when it was submitted for the first time; until then it is deleted when replaced';

create table kyc.views (
  id bigint primary key generated always as identity,
  document_id uuid not null references kyc.documents,
  viewer text not null,
  reason text not null,
  address text not null,
  at timestamptz not null default now()
);
create index views_by_document on kyc.views (document_id, id);
create index views_by_time on kyc.views (at desc);

create table kyc.funds (
  member_id uuid primary key references identity.members,
  store text not null references stores.stores,
  tax_number_sealed bytea not null,
  tax_number_end text not null,
  source text not null check (source in ('salary', 'business', 'inheritance', 'sale', 'investments', 'other')),
  explanation text not null,
  told_at timestamptz not null default now()
);

create table kyc.levels (
  member_id uuid primary key references identity.members,
  level smallint not null check (level between 0 and 3),
  override smallint check (override between 0 and 3),
  relation_ended_at timestamptz,
  changed_at timestamptz not null default now()
);
comment on column kyc.levels.override is 'set by two of the staff; counts instead of level while it is there';
comment on column kyc.levels.relation_ended_at is 'when the account was closed; documents are destroyed some years later';

-- What a person has taken of a day''s limit, in the unit of level-rules.ts that every currency divides without a rest.
create table kyc.days (
  member_id uuid not null references identity.members,
  day date not null,
  used bigint not null check (used >= 0),
  primary key (member_id, day)
);

create table kyc.takings (
  reference text primary key,
  member_id uuid not null references identity.members,
  day date not null,
  kind text not null check (kind in ('order', 'vault')),
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  used bigint not null check (used >= 0),
  taken_at timestamptz not null default now(),
  returned_at timestamptz
);
create index takings_by_member on kyc.takings (member_id, day);

create table kyc.reports (
  member_id uuid not null references identity.members,
  day date not null,
  reached_at timestamptz not null default now(),
  seen_by text,
  seen_at timestamptz,
  note text,
  primary key (member_id, day)
);
comment on table kyc.reports is 'days on which a person bought so much that staff must look at it';
