-- Compatible with the version before.
-- How many replies to visitors rest on an entry, so that the owner's list need not read the conversations. entry_id refers to
-- nothing: a reply may be stored while its entry is being deleted, and must not fail because of that.
create table entry_uses (
  agent_id text not null references agents (id) on delete cascade,
  entry_id text not null,
  uses integer not null check (uses >= 0),
  last_used_at integer not null,
  primary key (agent_id, entry_id)
) strict, without rowid;
insert into entry_uses (agent_id, entry_id, uses, last_used_at)
  select c.agent_id, json_extract(s.value, '$.entryId'), count(distinct m.id), max(m.created_at)
  from messages m join conversations c on c.id = m.conversation_id join json_each(m.sources) s
  where m.sources is not null and c.account_id is not null
    and exists (select 1 from knowledge k where k.agent_id = c.agent_id and k.id = json_extract(s.value, '$.entryId'))
  group by c.agent_id, json_extract(s.value, '$.entryId');

-- Entries that were deleted a moment ago, until they can no longer be restored.
create table removed_entries (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  position integer not null check (position >= 0),
  kind text not null,
  image_url text,
  body text not null,
  words integer not null check (words >= 0),
  source_id text references sources (id) on delete set null,
  version integer not null,
  valid_from integer,
  valid_until integer,
  created_at integer not null,
  updated_at integer not null,
  removed_at integer not null
) strict;
create index removed_entries_by_agent on removed_entries (agent_id);
create index removed_entries_by_source on removed_entries (source_id) where source_id is not null;
create index removed_entries_by_time on removed_entries (removed_at);

-- For the owner's list, which begins with the newest entry.
create index knowledge_by_created on knowledge (agent_id, created_at, position);
