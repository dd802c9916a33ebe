-- Not compatible with the version before: its servers would sign people in with the password alone.
-- The codes of an authenticator app: one app for each person.
create table totp_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed with the installation's key.
  secret text not null,
  -- The period (30 s since 1970) of the last code that was used: no code of this or an earlier period works any more.
  last_step integer not null,
  created_at integer not null,
  last_used_at integer
) strict;
create table passkeys (
  -- The credential's id, as the authenticator made it.
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  public_key text not null,
  -- How often the authenticator was used, by its own count; 0: it does not count.
  counter integer not null,
  -- JSON: how browsers reach the authenticator.
  transports text not null,
  created_at integer not null,
  last_used_at integer
) strict;
create index passkeys_by_user on passkeys (user_id, created_at);
create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  -- A keyed hash.
  code_hash text not null,
  created_at integer not null,
  used_at integer,
  primary key (user_id, code_hash)
) strict;
-- What happens in more than one request: the second step of a login, the making of a factor, the proof of who asks.
create table auth_steps (
  token_hash text primary key,
  -- Null: a login with a passkey alone, of which nothing is known yet.
  user_id text references users (id) on delete cascade,
  purpose text not null,
  -- The hash of the browser's or the session's secret: who has only the token cannot go on.
  bound_hash text not null,
  -- What a passkey must sign; null once it was used.
  challenge text,
  -- The secret of an app that is not confirmed yet, sealed.
  secret text,
  tries integer not null default 0,
  created_at integer not null,
  expires_at integer not null
) strict;
create index auth_steps_by_user on auth_steps (user_id, purpose, created_at) where user_id is not null;
create index auth_steps_by_expiry on auth_steps (expires_at);
