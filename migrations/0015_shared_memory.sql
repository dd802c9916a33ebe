-- What each process remembered by itself, and what all nodes of an installation must share
-- (docs/decisions/2026-11-22-shared-between-nodes.md).

-- Tickets that were used and have not expired. The time comes first, so that new rows are next to each other and expired
-- ones are found without an index of their own.
create table spent_tickets (
  expires_at integer not null,
  nonce text not null,
  primary key (expires_at, nonce)
) strict, without rowid;

-- Drafts that the editor shows. What is read to limit their number comes before the long columns.
create table preview_drafts (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  -- The session that the preview belongs to and ends with.
  token_hash text not null,
  -- Null for an agent that was never saved. An agent may be deleted while its preview is open.
  agent_id text,
  used_at integer not null,
  -- UTF-16 units of the knowledge.
  weight integer not null,
  knowledge_version text not null,
  -- Sealed, like the knowledge.
  draft text not null,
  -- Null if the draft shows the agent's stored knowledge.
  knowledge text
) strict;
create index preview_drafts_by_account on preview_drafts (account_id);

-- Rate limits that are exact for all nodes together. Full buckets have no row.
create table rate_buckets (
  rule text not null,
  -- A keyed hash: the key may contain an address or a name.
  key_hash text not null,
  -- When the bucket is full again, in microseconds since 1970.
  full_at integer not null,
  primary key (rule, key_hash)
) strict, without rowid;
create index rate_buckets_by_time on rate_buckets (full_at);

-- Wrong passwords of the last hour, by account (or by the typed name, if there is no such account) and address; both hashed.
create table login_failures (
  target_hash text not null,
  address_hash text not null,
  failures integer not null,
  first_at integer not null,
  primary key (target_hash, address_hash)
) strict, without rowid;
create index login_failures_by_time on login_failures (first_at);

-- The account's bill is being made. A holder that died is replaced when its time is over.
create table bill_locks (
  account_id text primary key references accounts (id) on delete cascade,
  holder text not null,
  expires_at integer not null
) strict;

-- What the billing provider last said about its rate limit.
create table provider_limits (
  provider text primary key,
  remaining integer not null,
  allowed integer not null,
  -- When the window ends and the provider counts from zero again.
  resets_at integer not null
) strict;
