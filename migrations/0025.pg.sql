-- Compatible with the version before.
-- 0025_uses_of_entries.sql, which reads JSON in SQLite's way.
create table entry_uses (
  agent_id text collate "C" not null references agents (id) on delete cascade,
  entry_id text collate "C" not null,
  uses bigint not null check (uses >= 0),
  last_used_at bigint not null,
  primary key (agent_id, entry_id)
);
insert into entry_uses (agent_id, entry_id, uses, last_used_at)
  select c.agent_id, s.value ->> 'entryId', count(distinct m.id), max(m.created_at)
  from messages m join conversations c on c.id = m.conversation_id cross join lateral jsonb_array_elements(cast(m.sources as jsonb)) s (value)
  where m.sources is not null and c.account_id is not null
    and exists (select 1 from knowledge k where k.agent_id = c.agent_id and k.id = s.value ->> 'entryId')
  group by c.agent_id, s.value ->> 'entryId';

create table removed_entries (
  id text collate "C" primary key,
  agent_id text collate "C" not null references agents (id) on delete cascade,
  position bigint not null check (position >= 0),
  kind text collate "C" not null,
  image_url text collate "C",
  body text collate "C" not null,
  words bigint not null check (words >= 0),
  source_id text collate "C" references sources (id) on delete set null,
  version bigint not null,
  valid_from bigint,
  valid_until bigint,
  created_at bigint not null,
  updated_at bigint not null,
  removed_at bigint not null
);
create index removed_entries_by_agent on removed_entries (agent_id);
create index removed_entries_by_source on removed_entries (source_id) where source_id is not null;
create index removed_entries_by_time on removed_entries (removed_at);
create index knowledge_by_created on knowledge (agent_id, created_at, position);
