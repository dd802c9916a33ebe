-- Prepares the tables for what is built next (docs/decisions/2026-11-22-tables-for-later-features.md). Tables that are
-- made again here lose the checks of their lists of values: the contract and the types of the stores check those, and a
-- new value then needs no table to be made again. Secondary indexes are made after the rows are copied, because sorting
-- once is faster than inserting each row into each index.

-- A person who signs in, and an account, which is a business: it has agents, a plan and payments, and one or more members.
-- Until now each person had exactly one account; both keep its id.
create table users (
  id text primary key,
  username text not null,
  -- Lower case, for uniqueness without regard to case. A deleted user keeps it until the purge.
  username_key text not null unique,
  email text,
  email_key text unique,
  password_hash text not null,
  -- In the installation: owner, admin or system. What a person may do in an account is the member's role.
  role text not null default 'owner',
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by text
) strict;
insert into users (id, username, username_key, email, email_key, password_hash, role, created_at, updated_at, deleted_at, deleted_by)
  select id, username, username_key, email, email_key, password_hash, role, created_at, updated_at, deleted_at, deleted_by
  from accounts order by created_at, id;

create table accounts_new (
  id text primary key,
  -- business, or system for the owner of the demo agents.
  kind text not null default 'business',
  plan_id integer not null default 1 references plans (id),
  plan_valid_until integer,
  suspended_at integer,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;
insert into accounts_new (id, kind, plan_id, plan_valid_until, suspended_at, created_at, updated_at, deleted_at)
  select id, case when role = 'system' then 'system' else 'business' end, plan_id, plan_valid_until, suspended_at, created_at, updated_at,
    deleted_at
  from accounts order by created_at, id;

create table sessions_new (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict;
insert into sessions_new (token_hash, user_id, created_at, last_seen_at, expires_at)
  select token_hash, account_id, created_at, last_seen_at, expires_at from sessions;
drop table sessions;
alter table sessions_new rename to sessions;
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table familiar_addresses_new (
  user_id text not null references users (id) on delete cascade,
  address_hash text not null,
  seen_at integer not null,
  primary key (user_id, address_hash)
) strict;
insert into familiar_addresses_new (user_id, address_hash, seen_at) select account_id, address_hash, seen_at from familiar_addresses;
drop table familiar_addresses;
alter table familiar_addresses_new rename to familiar_addresses;

drop table accounts;
alter table accounts_new rename to accounts;

create table members (
  account_id text not null references accounts (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null,
  created_at integer not null,
  primary key (account_id, user_id)
) strict, without rowid;
insert into members (account_id, user_id, role, created_at) select id, id, 'owner', created_at from users;
create index members_by_user on members (user_id, role, account_id);

create unique index users_one_admin on users (role) where role = 'admin';
-- The columns of the condition are in the index, because SQLite would otherwise read a row to check each of them.
create index users_listed_by_email on users (email_key, id, deleted_at, role) where deleted_at is null and role <> 'system';
create index users_listed_by_name on users (username_key, id, email_key, deleted_at, role) where deleted_at is null and role <> 'system';
create index users_by_created on users (created_at, role);
create index users_deleted on users (deleted_at) where deleted_at is not null;
create index users_of_system on users (id) where role = 'system';
create index accounts_listed_by_created on accounts (created_at, id, deleted_at, kind, suspended_at) where deleted_at is null and kind <> 'system';
create index accounts_listed_by_plan on accounts (plan_id, created_at, id, deleted_at, kind) where deleted_at is null and kind <> 'system';
create index accounts_suspended on accounts (suspended_at, created_at, id, deleted_at, kind) where suspended_at is not null;
create index accounts_by_plan on accounts (plan_id, id);
create index accounts_by_valid_until on accounts (plan_valid_until) where plan_valid_until is not null;

-- Where a conversation takes place, who answers (agent, waiting, person or closed), and the member who has taken it.
alter table conversations add column channel text not null default 'widget';
alter table conversations add column state text not null default 'agent';
alter table conversations add column assignee_id text references users (id) on delete set null;
update conversations set state = 'closed' where ended_at is not null;
create index conversations_by_assignee on conversations (assignee_id, updated_at) where assignee_id is not null;

create table messages_new (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  sequence integer not null check (sequence > 0),
  -- visitor, agent, person or system.
  author text not null,
  -- The user who wrote as a person. A message outlives its author, so this refers to nothing.
  author_id text,
  -- A visitor message: the id that its browser made. An agent message: the id of the message that it answers.
  client_id text,
  kind text not null default 'reply',
  body text not null,
  status text not null default 'complete',
  model text,
  input_tokens integer,
  output_tokens integer,
  -- 1 when the vendor gave no figures and ours are an estimate.
  tokens_estimated integer not null default 0 check (tokens_estimated in (0, 1)),
  cost_micros integer,
  -- What went wrong before a backup answered, for the owner.
  note text,
  -- 1: the visitor asked something that the agent could not answer.
  unanswered integer not null default 0 check (unanswered in (0, 1)),
  feedback integer check (feedback in (-1, 1)),
  created_at integer not null
) strict;
insert into messages_new (id, conversation_id, sequence, author, client_id, kind, body, status, model, input_tokens, output_tokens,
    tokens_estimated, cost_micros, note, unanswered, feedback, created_at)
  select id, conversation_id, sequence, case when sender = 'user' then 'visitor' else 'agent' end, client_id, kind, body, status, model,
    input_tokens, output_tokens, tokens_estimated, cost_micros, note, unanswered, feedback, created_at
  from messages;
drop table messages;
alter table messages_new rename to messages;
create unique index messages_by_sequence on messages (conversation_id, sequence);
create unique index messages_by_client_id on messages (conversation_id, client_id, author) where client_id is not null;
create index messages_by_created on messages (created_at);

create table turns_new (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  message_id text not null references messages (id) on delete cascade,
  reply_id text references messages (id) on delete set null,
  attempt integer not null default 1 check (attempt >= 1),
  state text not null,
  charge text not null,
  -- Where the reservation was counted: a refund goes back to the same month and day.
  charged_account text,
  charged_agent text,
  charged_month text,
  charged_day text,
  error text,
  started_at integer not null,
  ended_at integer,
  check ((state = 'open') = (ended_at is null)),
  check (charge <> 'reserved' or state = 'open')
) strict;
insert into turns_new (id, conversation_id, message_id, reply_id, attempt, state, charge, charged_account, charged_agent, charged_month,
    charged_day, error, started_at, ended_at)
  select id, conversation_id, message_id, reply_id, attempt, state, charge, charged_account, charged_agent, charged_month, charged_day,
    error, started_at, ended_at
  from turns;
drop table turns;
alter table turns_new rename to turns;
create unique index turns_by_message on turns (message_id, attempt);
create index turns_open on turns (started_at) where state = 'open';
create index turns_by_conversation on turns (conversation_id, started_at);
create index turns_by_reply on turns (reply_id) where reply_id is not null;

-- Where entries come from when nobody typed them: a file, a page or a website.
create table sources (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  kind text not null,
  -- What people see: the name of the file, or the address.
  name text not null,
  url text,
  file_hash text,
  state text not null,
  fetched_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index sources_by_agent on sources (agent_id, created_at, id);

create table knowledge_new (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  position integer not null check (position >= 0),
  kind text not null,
  image_url text,
  body text not null,
  words integer not null check (words >= 0),
  -- Null: typed by a person.
  source_id text references sources (id) on delete set null,
  -- Counts the changes of the text.
  version integer not null default 1 check (version >= 1),
  -- The entry is used from this time on and before that time; null means no limit.
  valid_from integer,
  valid_until integer,
  created_at integer not null,
  updated_at integer not null
) strict;
insert into knowledge_new (id, agent_id, position, kind, image_url, body, words, created_at, updated_at)
  select id, agent_id, position, kind, image_url, body, words, created_at, updated_at from knowledge;
drop table knowledge;
alter table knowledge_new rename to knowledge;
create index knowledge_by_agent on knowledge (agent_id, position, words);
create index knowledge_by_source on knowledge (source_id) where source_id is not null;

-- Uploaded files by the SHA-256 of their content, and the accounts that use them: a file that two accounts have uploaded
-- is stored once and counts for both.
create table files (
  hash text primary key,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  created_at integer not null
) strict;
create table account_files (
  account_id text not null references accounts (id) on delete cascade,
  hash text not null references files (hash) on delete cascade,
  created_at integer not null,
  primary key (account_id, hash)
) strict, without rowid;
create index account_files_by_hash on account_files (hash);

-- Work that is done later or elsewhere, written in the transaction of the fact that causes it. A periodic task of the
-- installation is one row that never ends.
create table jobs (
  id text primary key,
  kind text not null,
  -- The account's id, or the name of the installation's own queue. Lanes take turns, so that none delays another.
  lane text not null,
  account_id text references accounts (id) on delete cascade,
  payload text not null default '{}',
  -- waiting, running, done, failed or cancelled.
  state text not null default 'waiting',
  -- Waiting: when it may run. Running: when the lease ends, and another process may run it.
  due_at integer not null,
  -- The process that runs it or ran it last.
  node_id text,
  -- How often it was begun. A process whose number is no longer this one has lost its lease.
  runs integer not null default 0,
  -- Failed runs in a row, and what the last one said.
  failures integer not null default 0,
  failure text,
  -- Percent, and a text for people.
  progress integer,
  message text,
  -- Where the next run continues; only the kind knows its form.
  checkpoint text,
  -- What the kind leaves for whoever asked for the work.
  result text,
  cancelled_at integer,
  created_at integer not null,
  started_at integer,
  ended_at integer
) strict;
create index jobs_open on jobs (lane, due_at, id) where ended_at is null;
create index jobs_due on jobs (due_at) where ended_at is null;
create index jobs_running on jobs (lane) where state = 'running';
create index jobs_by_account on jobs (account_id, created_at, id) where account_id is not null;
create index jobs_ended on jobs (ended_at) where ended_at is not null;

-- What is delivered to others (mail, webhooks), kept until it was delivered or given up.
create table outbox (
  id text primary key,
  kind text not null,
  account_id text references accounts (id) on delete cascade,
  destination text not null,
  payload text not null,
  state text not null default 'waiting',
  due_at integer not null,
  node_id text,
  runs integer not null default 0,
  failures integer not null default 0,
  failure text,
  created_at integer not null,
  ended_at integer
) strict;
create index outbox_due on outbox (due_at) where ended_at is null;
create index outbox_by_account on outbox (account_id, created_at, id) where account_id is not null;
create index outbox_ended on outbox (ended_at) where ended_at is not null;
