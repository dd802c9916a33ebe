-- Compatible with the version before.
-- What a test question that fails does to publishing: block, warn or off. Without a row: warn.
create table publish_gates (
  agent_id text primary key references agents (id) on delete cascade,
  gate text not null check (gate in ('block', 'warn', 'off'))
) strict;

-- How many test questions failed when the version was published; null: none was asked.
alter table agent_versions add column failed_tests integer;
-- The name of the person who published it although some failed; null otherwise.
alter table agent_versions add column overridden_by text;
