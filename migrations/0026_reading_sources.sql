-- Compatible with the version before.
-- Knowledge that is read from files and web pages. The limits of a plan are those of one agent, for what was read alone:
-- typed entries have their own. With the defaults, every plan that exists may read one page or file.
alter table plans add column source_limit integer not null default 1 check (source_limit between 0 and 1000000000);
alter table plans add column page_limit integer not null default 1 check (page_limit between 0 and 1000000000);
alter table plans add column total_word_limit integer not null default 5000 check (total_word_limit between 0 and 1000000000);

-- A source's `state` is the outcome of the last reading that ended, `failure` is the reason why it failed, and `fetched_at`
-- is when something was last read. Whether a reading is under way is what the job says.
alter table sources add column schedule text not null default 'off';
-- When the next reading on schedule is due.
alter table sources add column next_sync_at integer;
alter table sources add column job_id text;
alter table sources add column failure text;
alter table sources add column checked_at integer;
create index sources_by_next_sync on sources (next_sync_at, id) where next_sync_at is not null;

-- What was read of a source: the page of an address, or the one file.
create table source_pages (
  id text primary key,
  source_id text not null references sources (id) on delete cascade,
  -- Empty: the file.
  url text not null,
  title text not null default '',
  -- read, failed, missing (once) or retired (missing twice, so that its entries are set aside).
  state text not null,
  failure text,
  -- A JSON list of what could not be read, with page numbers.
  unread text not null default '[]',
  -- Of the text that the entries were made of.
  hash text,
  -- For conditional requests.
  etag text,
  last_modified text,
  -- A JSON list of the entries that were set aside.
  set_aside text,
  fetched_at integer,
  checked_at integer not null,
  created_at integer not null
) strict;
create unique index source_pages_by_url on source_pages (source_id, url);
create index source_pages_listed on source_pages (source_id, created_at, id);

-- Where an entry was read. `origin` is the hash of the text as it was read; `pinned_at` is set when a person has changed the
-- text, and then no reading changes it; `conflict` is what the page says now instead, empty if it no longer says it.
alter table knowledge add column page_id text references source_pages (id) on delete set null;
alter table knowledge add column heading text not null default '';
alter table knowledge add column page integer;
alter table knowledge add column origin text;
alter table knowledge add column pinned_at integer;
alter table knowledge add column conflict text;
create index knowledge_by_page on knowledge (page_id) where page_id is not null;
alter table removed_entries add column page_id text references source_pages (id) on delete set null;
alter table removed_entries add column heading text not null default '';
alter table removed_entries add column page integer;
alter table removed_entries add column origin text;
alter table removed_entries add column pinned_at integer;
alter table removed_entries add column conflict text;
create index removed_entries_by_page on removed_entries (page_id) where page_id is not null;

-- Texts of a page that a person has deleted: a later reading does not bring them back.
create table dropped_texts (
  page_id text not null references source_pages (id) on delete cascade,
  origin text not null,
  primary key (page_id, origin)
) strict, without rowid;

-- Which source keeps the content of an uploaded document. It counts for the account, and the content is removed some time
-- after its last source is gone.
create table document_uses (
  source_id text primary key references sources (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  hash text not null references files (hash) on delete cascade
) strict;
create index document_uses_by_account on document_uses (account_id, hash);
create index document_uses_by_hash on document_uses (hash);

-- How many entries of an agent were typed and how many words were read from sources, without reading their texts.
create index knowledge_totals on knowledge (agent_id, source_id, words);
