-- Not compatible with the version before, although it only adds (docs/decisions/2026-11-24-members-and-roles.md): that version
-- takes a person for the account with the same id, also when the person has left it, and would let this person delete it.
-- Members of an account besides its first one, and invitations to become one.
create table member_invitations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- The token of the link is stored as its hash.
  token_hash text not null unique,
  role text not null,
  -- The address that is invited, as it was written and in lower case; null: whoever has the link.
  email text,
  email_key text,
  -- The language of the letter.
  language text,
  invited_by text references users (id) on delete set null,
  created_at integer not null,
  -- When the link was made; a new one ends the one before.
  sent_at integer not null,
  expires_at integer not null,
  used_at integer,
  used_by text references users (id) on delete set null
) strict;
create index member_invitations_by_account on member_invitations (account_id, created_at, id);
create index member_invitations_by_expiry on member_invitations (expires_at);
-- One open invitation for each address.
create unique index member_invitations_by_email on member_invitations (account_id, email_key) where used_at is null and email_key is not null;
create index member_invitations_by_inviter on member_invitations (invited_by) where invited_by is not null;
create index member_invitations_by_user on member_invitations (used_by) where used_by is not null;
create index members_listed on members (account_id, created_at, user_id);
-- People that an account may have as members, the owner included. At least one is always allowed.
alter table plans add column member_limit integer not null default 3 check (member_limit between 0 and 1000000000);
-- Who deleted the account. Its members may go on in other businesses.
alter table accounts add column deleted_by text;
-- A person without a business whom the operator has suspended. Otherwise, businesses are suspended.
alter table users add column suspended_at integer;
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null;
