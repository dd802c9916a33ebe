-- Compatible with the version before.
-- People who do a part of the administrator's work. They belong to no business.
create table staff (
  user_id text primary key references users (id) on delete cascade,
  role text not null,
  created_at integer not null
) strict;
create index staff_listed on staff (created_at, user_id);
create table staff_invitations (
  id text primary key,
  -- The token of the link is stored as its hash.
  token_hash text not null unique,
  role text not null,
  -- The address that is invited, as it was written and in lower case; null: whoever has the link.
  email text,
  email_key text,
  -- The language of the letter.
  language text,
  created_at integer not null,
  -- When the link was made; a new one ends the one before.
  sent_at integer not null,
  expires_at integer not null,
  used_at integer,
  used_by text references users (id) on delete set null
) strict;
create index staff_invitations_listed on staff_invitations (created_at, id);
create index staff_invitations_by_expiry on staff_invitations (expires_at);
-- One open invitation for each address.
create unique index staff_invitations_by_email on staff_invitations (email_key) where used_at is null and email_key is not null;
create index staff_invitations_by_user on staff_invitations (used_by) where used_by is not null;
-- Who has made a link to hand it over; null: it was sent by mail.
alter table account_links add column made_by text references users (id) on delete set null;
create index account_links_by_maker on account_links (made_by) where made_by is not null;
