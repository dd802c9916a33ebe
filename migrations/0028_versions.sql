-- Compatible with the version before.
-- Versions of agents. An entry that changes or goes leaves its old row in past_entries, so that the knowledge of any version is
-- one query: the rows that began at or before it and ended after it.
-- The rows are kept by triggers, because no code that writes entries may forget it, also not that of the version before.

-- The number of the newest version; 0: nothing has changed since versions are kept.
alter table agents add column version_number integer not null default 0;
-- The version in which the entry became what it is; null: in the one that is being made.
alter table knowledge add column since_version integer;
create index knowledge_by_version on knowledge (agent_id, since_version);

create table agent_versions (
  agent_id text not null references agents (id) on delete cascade,
  number integer not null check (number >= 1),
  created_at integer not null,
  -- owner, admin, source or system. The name is a copy, because the history outlives the account.
  author text not null,
  author_name text not null default '',
  action text not null,
  -- What the action is about: the name of a source, or the number of the version that was restored.
  detail text not null default '',
  -- The changed fields as a JSON object of lists with the old and the new value.
  fields text,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  moved integer not null default 0,
  -- What the version takes up, in characters.
  size integer not null default 0,
  primary key (agent_id, number)
) strict;

-- The fields as the newest version has them, and what all versions take up.
create table version_heads (
  agent_id text primary key references agents (id) on delete cascade,
  fields text not null,
  size integer not null default 0
) strict;

create table past_entries (
  agent_id text not null references agents (id) on delete cascade,
  entry_id text not null,
  -- The entry was like this from the one version on, and no longer in the other one.
  since_version integer not null,
  until_version integer not null,
  position integer not null,
  -- Null: the text stayed the same, and is in the entry's next row or in knowledge.
  kind text,
  image_url text,
  body text,
  words integer,
  -- Where it was read. The source may be gone.
  source_id text,
  heading text not null default '',
  page integer,
  valid_from integer,
  valid_until integer,
  created_at integer not null,
  primary key (agent_id, entry_id, since_version)
) strict;
create index past_entries_by_end on past_entries (agent_id, until_version);

create trigger knowledge_keeps_changed after update of position, kind, image_url, body, valid_from, valid_until on knowledge
when old.since_version is not null and (old.position <> new.position or old.kind <> new.kind or old.image_url is not new.image_url
  or old.body <> new.body or old.valid_from is not new.valid_from or old.valid_until is not new.valid_until)
begin
  insert into past_entries (agent_id, entry_id, since_version, until_version, position, kind, image_url, body, words, source_id, heading,
      page, valid_from, valid_until, created_at)
    select old.agent_id, old.id, old.since_version, a.version_number + 1, old.position,
      case when old.kind <> new.kind or old.image_url is not new.image_url or old.body <> new.body then old.kind end,
      case when old.kind <> new.kind or old.image_url is not new.image_url or old.body <> new.body then old.image_url end,
      case when old.kind <> new.kind or old.image_url is not new.image_url or old.body <> new.body then old.body end,
      case when old.kind <> new.kind or old.image_url is not new.image_url or old.body <> new.body then old.words end,
      old.source_id, old.heading, old.page, old.valid_from, old.valid_until, old.created_at
    from agents a where a.id = old.agent_id;
  update knowledge set since_version = null where id = new.id;
end;

create trigger knowledge_keeps_removed after delete on knowledge when old.since_version is not null
begin
  insert into past_entries (agent_id, entry_id, since_version, until_version, position, kind, image_url, body, words, source_id, heading,
      page, valid_from, valid_until, created_at)
    select old.agent_id, old.id, old.since_version, a.version_number + 1, old.position, old.kind, old.image_url, old.body, old.words,
      old.source_id, old.heading, old.page, old.valid_from, old.valid_until, old.created_at
    from agents a where a.id = old.agent_id;
end;

-- The version of the agent that gave a reply.
alter table messages add column version integer;
