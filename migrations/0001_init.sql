-- Times are epoch milliseconds (UTC). Booleans are 0/1. Ids are made by the program. Money is integer sen;
-- model cost is integer millionths of RM. Nothing here is deferrable, so that every statement stands on its own.

create table plans (
  id integer primary key,
  name text not null check (length(name) between 1 and 80),
  msg_limit integer not null check (msg_limit between 0 and 1000000000),
  chat_limit integer not null check (chat_limit between 0 and 1000000000),
  knowledge_word_limit integer not null check (knowledge_word_limit between 0 and 1000000000),
  add_knowledge_limit integer not null check (add_knowledge_limit between 0 and 1000000000),
  price_sen integer not null check (price_sen between 0 and 100000000),
  validity_months integer not null default 1 check (validity_months between 1 and 120),
  -- Hundredths of a percent, 0 to 100 %.
  discount_bp integer not null default 0 check (discount_bp between 0 and 10000),
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;

create table accounts (
  id text primary key,
  username text not null,
  -- Lower case; uniqueness without regard to case. Kept by a deleted account until its purge.
  username_key text not null unique,
  email text,
  email_key text unique,
  password_hash text not null,
  role text not null default 'owner' check (role in ('owner', 'admin', 'system')),
  plan_id integer not null default 1 references plans (id),
  plan_valid_until integer,
  suspended_at integer,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by text
) strict;
create unique index accounts_one_admin on accounts (role) where role = 'admin';
create index accounts_by_created on accounts (created_at, id);
create index accounts_by_plan on accounts (plan_id, id);
create index accounts_by_valid_until on accounts (plan_valid_until) where plan_valid_until is not null;
create index accounts_deleted on accounts (deleted_at) where deleted_at is not null;

create table sessions (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict;
create index sessions_by_account on sessions (account_id);
create index sessions_by_expiry on sessions (expires_at);

create table agents (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  toggle_icon text not null default '',
  profile_image text not null default '',
  default_message text not null default '',
  mood text not null default '',
  focus text not null default '',
  user_chatbox_color text not null default '#DCF8C6',
  bot_background_color text not null default '#E5E5EA',
  user_background_color text not null default '#FFFFFF',
  chatbox_background_image text not null default '',
  toggle_icon_color text not null default '#6366F1',
  send_button_color text not null default '#aed581',
  icon_button_color text not null default '#000000',
  typing_text text not null default 'Typing...',
  loading_indicator_color text not null default '#000000',
  domain text not null default '',
  paused integer not null default 0 check (paused in (0, 1)),
  -- Empty: the product's own text in the visitor's language.
  limit_text text not null default '',
  offline_text text not null default '',
  -- Sealed; null until the owner asks for one.
  identify_secret text,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer,
  deleted_by text
) strict;
create index agents_by_account on agents (account_id, created_at, id) where deleted_at is null;
create index agents_deleted on agents (deleted_at) where deleted_at is not null;

create table knowledge (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  position integer not null check (position >= 0),
  kind text not null check (kind in ('text', 'image')),
  image_url text,
  body text not null,
  words integer not null check (words >= 0),
  created_at integer not null,
  updated_at integer not null,
  check ((kind = 'image') = (image_url is not null))
) strict;
create index knowledge_by_agent on knowledge (agent_id, position);

create table visitors (
  id text primary key,
  -- Null in a preview of an agent that was never saved.
  agent_id text references agents (id) on delete cascade,
  -- The embedding page's origin, empty when the page was opened directly.
  origin text not null default '',
  -- Set only from data whose signature was checked.
  external_id text,
  name text,
  email text,
  created_at integer not null,
  last_seen_at integer not null
) strict;
create unique index visitors_by_external on visitors (agent_id, external_id) where external_id is not null;
create index visitors_by_agent on visitors (agent_id, last_seen_at);

create table conversations (
  id text primary key,
  -- Null in a preview of an agent that was never saved.
  agent_id text references agents (id) on delete cascade,
  visitor_id text not null references visitors (id) on delete cascade,
  -- The agent's owner; null for a preview, which belongs to nobody's usage.
  account_id text references accounts (id) on delete cascade,
  message_count integer not null default 0 check (message_count >= 0),
  last_sequence integer not null default 0,
  unanswered integer not null default 0 check (unanswered >= 0),
  created_at integer not null,
  updated_at integer not null,
  -- Set by a reset: the visitor's next message begins another conversation.
  ended_at integer
) strict;
create unique index conversations_one_open on conversations (visitor_id) where ended_at is null;
create index conversations_by_visitor on conversations (visitor_id);
create index conversations_by_updated on conversations (updated_at, id);
create index conversations_by_agent on conversations (agent_id, updated_at, id);
create index conversations_by_account on conversations (account_id, updated_at);
create index conversations_previews on conversations (updated_at) where account_id is null;
create index conversations_unanswered on conversations (agent_id, updated_at, id) where unanswered > 0;

create table messages (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  sequence integer not null check (sequence > 0),
  sender text not null check (sender in ('user', 'bot')),
  -- A visitor message: the id its browser made. A bot message: the id of the message it answers.
  client_id text,
  kind text not null default 'reply' check (kind in ('reply', 'limit', 'offline', 'greeting')),
  body text not null,
  status text not null default 'complete' check (status in ('complete', 'partial', 'failed')),
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
  created_at integer not null,
  unique (conversation_id, sequence)
) strict;
create unique index messages_by_client_id on messages (conversation_id, client_id, sender) where client_id is not null;
create index messages_by_created on messages (created_at);

create table turns (
  id text primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  message_id text not null references messages (id) on delete cascade,
  reply_id text references messages (id) on delete set null,
  attempt integer not null default 1 check (attempt >= 1),
  state text not null check (state in ('open', 'answered', 'interrupted', 'failed', 'limited', 'offline')),
  charge text not null check (charge in ('none', 'reserved', 'spent', 'refunded')),
  -- Where the reservation was counted: a refund goes back to the same month and day.
  charged_account text,
  charged_agent text,
  charged_month text,
  charged_day text,
  error text,
  started_at integer not null,
  ended_at integer,
  unique (message_id, attempt),
  check ((state = 'open') = (ended_at is null)),
  check (charge <> 'reserved' or state = 'open')
) strict;
create index turns_open on turns (started_at) where state = 'open';
create index turns_by_conversation on turns (conversation_id, started_at);
create index turns_by_reply on turns (reply_id) where reply_id is not null;

-- Months are YYYY-MM and days YYYY-MM-DD in the configured time zone.
create table usage_months (
  account_id text not null references accounts (id) on delete cascade,
  month text not null,
  used integer not null default 0 check (used >= 0),
  primary key (account_id, month)
) strict, without rowid;

-- History outlives a deleted agent, so agent_id refers to nothing.
create table usage_days (
  agent_id text not null,
  day text not null,
  account_id text not null references accounts (id) on delete cascade,
  messages integer not null default 0 check (messages >= 0),
  model_calls integer not null default 0 check (model_calls >= 0),
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost_micros integer not null default 0,
  primary key (agent_id, day)
) strict, without rowid;
create index usage_days_by_account on usage_days (account_id, day);

create table preview_days (
  account_id text not null references accounts (id) on delete cascade,
  day text not null,
  used integer not null default 0 check (used >= 0),
  primary key (account_id, day)
) strict, without rowid;

create table payments (
  id text primary key,
  -- Null once the account is purged; the record of the money stays.
  account_id text references accounts (id) on delete set null,
  plan_id integer not null references plans (id),
  bill_id text unique,
  bill_url text,
  status text not null default 'pending' check (status in ('pending', 'success', 'failed')),
  amount_sen integer not null check (amount_sen >= 0),
  sandbox integer not null check (sandbox in (0, 1)),
  collection_id text not null,
  -- The plan as it was sold (JSON).
  plan_snapshot text not null,
  activated_at integer,
  receipt_number integer unique,
  next_check_at integer,
  checks integer not null default 0,
  flagged text,
  created_at integer not null,
  updated_at integer not null,
  deleted_at integer
) strict;
create index payments_by_created on payments (created_at, id) where deleted_at is null;
create index payments_by_account on payments (account_id, created_at);
create index payments_by_plan on payments (plan_id);
create index payments_to_check on payments (next_check_at) where next_check_at is not null;

create table terms (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  plan_id integer not null references plans (id),
  payment_id text unique references payments (id) on delete set null,
  starts_at integer not null,
  ends_at integer not null check (ends_at > starts_at),
  -- Set when a term ended before its time, with the reason.
  ended_at integer,
  ended_reason text,
  created_at integer not null
) strict;
create index terms_by_account on terms (account_id, ends_at);
create index terms_by_plan on terms (plan_id);
create index terms_by_end on terms (ends_at) where ended_at is null;

create table settings (
  key text primary key,
  value text not null,
  -- 1: AES-256-GCM under the installation's key.
  sealed integer not null default 0 check (sealed in (0, 1)),
  updated_at integer not null
) strict, without rowid;

create table audit (
  id text primary key,
  at integer not null,
  actor_id text,
  actor_name text not null,
  address text,
  action text not null,
  subject text not null,
  -- JSON without secrets.
  before text,
  after text
) strict;
create index audit_by_time on audit (at, id);
create index audit_by_action on audit (action, at);
create trigger audit_is_append_only before update on audit begin
  select raise(abort, 'the audit log is append-only');
end;

create table notices (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  kind text not null,
  -- What it is about, e.g. a month or an agent: one notice of a kind for each.
  subject text not null,
  body text not null default '{}',
  created_at integer not null,
  read_at integer,
  unique (account_id, kind, subject)
) strict;
create index notices_by_account on notices (account_id, created_at);

create table sightings (
  agent_id text not null references agents (id) on delete cascade,
  host text not null,
  first_seen_at integer not null,
  last_seen_at integer not null,
  opens integer not null default 1,
  primary key (agent_id, host)
) strict, without rowid;
create index sightings_by_agent on sightings (agent_id, last_seen_at);

-- The Free Plan of spec.md §3. Everything else is made by the administrator.
insert into plans (id, name, msg_limit, chat_limit, knowledge_word_limit, add_knowledge_limit, price_sen, validity_months, discount_bp, created_at, updated_at)
values (1, 'Free Plan', 100, 1, 500, 1, 0, 1, 0, 0, 0);
