-- Compatible with the version before.
-- The administrator's overview, looking into an owner's account, and invitations.

-- A token with which the administrator reads an owner's account and can change nothing. It is not a session of either
-- account: the version before does not know it, and refuses it.
create table account_views (
  token_hash text primary key,
  -- The administrator who looks.
  user_id text not null references users (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  expires_at integer not null
) strict;
create index account_views_by_user on account_views (user_id);
create index account_views_by_account on account_views (account_id);
create index account_views_by_expiry on account_views (expires_at);

-- Links with which one account can be made while sign-up is by invitation.
create table invitations (
  id text primary key,
  token_hash text not null unique,
  -- For the administrator: whom the link is for.
  note text not null default '',
  created_at integer not null,
  expires_at integer not null,
  used_at integer,
  account_id text references accounts (id) on delete set null
) strict;
create index invitations_by_created on invitations (created_at, id);
create index invitations_by_account on invitations (account_id) where account_id is not null;

-- What was earned in a month, in total and of each owner, without reading a row.
create index payments_earned on payments (activated_at, account_id, amount_sen)
  where activated_at is not null and sandbox = 0 and status = 'success';
-- Visitors' messages that got no reply lately.
create index turns_without_reply on turns (ended_at, state, conversation_id) where state in ('failed', 'interrupted', 'limited');
-- What the administrator did with one account.
create index audit_by_subject on audit (subject, at, id);
