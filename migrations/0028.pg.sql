
alter table agents add column version_number bigint not null default 0;
alter table knowledge add column since_version bigint;
create index knowledge_by_version on knowledge (agent_id, since_version);
create table agent_versions (
  agent_id text collate "C" not null references agents (id) on delete cascade,
  number bigint not null check (number >= 1),
  created_at bigint not null,
  author text collate "C" not null,
  author_name text collate "C" not null default '',
  action text collate "C" not null,
  detail text collate "C" not null default '',
  fields text collate "C",
  added bigint not null default 0,
  changed bigint not null default 0,
  removed bigint not null default 0,
  moved bigint not null default 0,
  size bigint not null default 0,
  primary key (agent_id, number)
);
create table version_heads (
  agent_id text collate "C" primary key references agents (id) on delete cascade,
  fields text collate "C" not null,
  size bigint not null default 0
);
create table past_entries (
  agent_id text collate "C" not null references agents (id) on delete cascade,
  entry_id text collate "C" not null,
  since_version bigint not null,
  until_version bigint not null,
  position bigint not null,
  kind text collate "C",
  image_url text collate "C",
  body text collate "C",
  words bigint,
  source_id text collate "C",
  heading text collate "C" not null default '',
  page bigint,
  valid_from bigint,
  valid_until bigint,
  created_at bigint not null,
  primary key (agent_id, entry_id, since_version)
);
create index past_entries_by_end on past_entries (agent_id, until_version);
create function knowledge_keeps_changed() returns trigger language plpgsql as $$ begin
  insert into past_entries (agent_id, entry_id, since_version, until_version, position, kind, image_url, body, words, source_id, heading,
      page, valid_from, valid_until, created_at)
    select old.agent_id, old.id, old.since_version, a.version_number + 1, old.position,
      case when old.kind <> new.kind or old.image_url is distinct from new.image_url or old.body <> new.body then old.kind end,
      case when old.kind <> new.kind or old.image_url is distinct from new.image_url or old.body <> new.body then old.image_url end,
      case when old.kind <> new.kind or old.image_url is distinct from new.image_url or old.body <> new.body then old.body end,
      case when old.kind <> new.kind or old.image_url is distinct from new.image_url or old.body <> new.body then old.words end,
      old.source_id, old.heading, old.page, old.valid_from, old.valid_until, old.created_at
    from agents a where a.id = old.agent_id;
  new.since_version := null;
  return new;
end $$;
create trigger knowledge_keeps_changed before update of position, kind, image_url, body, valid_from, valid_until on knowledge for each row
when (old.since_version is not null and (old.position <> new.position or old.kind <> new.kind or old.image_url is distinct from new.image_url or old.body <> new.body
  or old.valid_from is distinct from new.valid_from or old.valid_until is distinct from new.valid_until)) execute function knowledge_keeps_changed();

create function knowledge_keeps_removed() returns trigger language plpgsql as $$ begin
  insert into past_entries (agent_id, entry_id, since_version, until_version, position, kind, image_url, body, words, source_id, heading,
      page, valid_from, valid_until, created_at)
    select old.agent_id, old.id, old.since_version, a.version_number + 1, old.position, old.kind, old.image_url, old.body, old.words,
      old.source_id, old.heading, old.page, old.valid_from, old.valid_until, old.created_at
    from agents a where a.id = old.agent_id;
  return null;
end $$;
create trigger knowledge_keeps_removed after delete on knowledge for each row
when (old.since_version is not null) execute function knowledge_keeps_removed();


alter table messages add column version bigint;
