-- Pictures that members upload. They wait a day for the thing they belong to; bound to it, they stay.
create schema files;

create table files.images (
  id uuid primary key,
  member_id uuid not null references identity.members,
  purpose text not null check (purpose ~ '^[a-z_]{1,40}$'),
  content bytea not null constraint image_is_bounded check (octet_length(content) between 1 and 6000000),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  published_at timestamptz,
  constraint only_used_images_are_published check (published_at is null or used_at is not null)
);
create index images_by_member on files.images (member_id) where used_at is null;
create index images_unused on files.images (created_at) where used_at is null;

comment on column files.images.used_at is 'when another area bound the picture to what it belongs to; until then it may be removed and swept';
comment on column files.images.published_at is 'since when everybody may see it; null again when it is taken back';
