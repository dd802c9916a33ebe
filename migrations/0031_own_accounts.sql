-- Compatible with the version before.
-- Links that a person opens once: to choose a new password, and to confirm an email address.
create table account_links (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  -- reset, verify or email.
  purpose text not null,
  -- The address that the link was sent to, which it confirms. Null: the administrator has handed the link over.
  email text,
  created_at integer not null,
  expires_at integer not null,
  used_at integer
) strict;
create index account_links_by_user on account_links (user_id, purpose, created_at);
create index account_links_by_expiry on account_links (expires_at);
-- The language of the person's mails; null: not chosen.
alter table users add column language text;
-- The address (in lower case) that the person has confirmed. Another address than the present one confirms nothing.
alter table users add column verified_key text;
-- Where the person signed in: the client's address, and the browser's name of itself.
alter table sessions add column address text;
alter table sessions add column agent text;
