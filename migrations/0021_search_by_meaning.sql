-- Compatible with the version before.
-- Search by meaning (docs/decisions/2026-11-23-search-by-meaning.md). The vectors of an agent are used only when each
-- passage of its knowledge has one of the same model.
create table vector_builds (
  agent_id text primary key references agents (id) on delete cascade,
  -- The name and version of the model whose vectors are complete, and the agent's knowledge_updated_at at that time. Null:
  -- none are complete yet.
  model text,
  version integer not null default 0,
  passages integer not null default 0 check (passages >= 0),
  -- The latest job, and what it was added for.
  job_id text,
  wanted_model text not null,
  wanted_version integer not null
) strict;

create table passage_vectors (
  agent_id text not null references vector_builds (agent_id) on delete cascade,
  model text not null,
  entry_id text not null references knowledge (id) on delete cascade,
  -- Of the passage's text together with its headings.
  hash text not null,
  -- Whole numbers from -127 to 127, one byte each, as base64: copies between the engines know only texts and numbers.
  vector text not null,
  primary key (agent_id, model, entry_id, hash)
) strict;
create index passage_vectors_by_entry on passage_vectors (entry_id);

-- For finding the agents whose knowledge has changed since the last look.
create index agents_by_knowledge_change on agents (knowledge_updated_at, id);
