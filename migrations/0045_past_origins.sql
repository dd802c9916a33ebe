-- Compatible with the version before.
-- Which page a deleted entry was read from, and the hash of the text as it was read: an entry that a restored version brings
-- back follows its page again. The rows are kept by a trigger, as past_entries are.
create table past_origins (
  agent_id text not null references agents (id) on delete cascade,
  entry_id text not null,
  page_id text not null references source_pages (id) on delete cascade,
  origin text,
  primary key (agent_id, entry_id)
) strict;
create index past_origins_by_page on past_origins (page_id);

create trigger knowledge_keeps_origin after delete on knowledge when old.page_id is not null
begin
  insert into past_origins (agent_id, entry_id, page_id, origin)
    select old.agent_id, old.id, p.id, old.origin from source_pages p join agents a on a.id = old.agent_id where p.id = old.page_id
    on conflict (agent_id, entry_id) do update set page_id = excluded.page_id, origin = excluded.origin;
end;

-- When the site first said that a page is gone; it is retired some hours later at the earliest.
alter table source_pages add column missing_since integer;
