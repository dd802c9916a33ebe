-- Compatible with the version before.
-- Findings of the checks of an agent's knowledge that its owner has put away. `key` is made of the kind, the entries and the
-- words of a finding, so that a finding about other words is shown again.
create table ignored_findings (
  agent_id text not null references agents (id) on delete cascade,
  key text not null,
  created_at integer not null,
  primary key (agent_id, key)
) strict, without rowid;

-- Entries that end soon, about which their owners get a notice.
create index knowledge_by_end on knowledge (valid_until, id) where valid_until is not null;
