-- Entries are saved one by one. The positions get room between them, so that moving an entry changes one row; the index
-- counts an agent's entries and words without reading a text.
update knowledge set position = 1099511627776 + position * 1073741824;
drop index knowledge_by_agent;
create index knowledge_by_agent on knowledge (agent_id, position, words);
-- Changes with every entry. `updated_at` is the version of the agent's other fields, which somebody else may be editing.
alter table agents add column knowledge_updated_at integer not null default 0;
