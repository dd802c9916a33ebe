create table past_origins (
  agent_id text collate "C" not null references agents (id) on delete cascade,
  entry_id text collate "C" not null,
  page_id text collate "C" not null references source_pages (id) on delete cascade,
  origin text collate "C",
  primary key (agent_id, entry_id)
);
create index past_origins_by_page on past_origins (page_id);
create function knowledge_keeps_origin() returns trigger language plpgsql as $$ begin
  insert into past_origins (agent_id, entry_id, page_id, origin)
    select old.agent_id, old.id, p.id, old.origin from source_pages p join agents a on a.id = old.agent_id where p.id = old.page_id
    on conflict (agent_id, entry_id) do update set page_id = excluded.page_id, origin = excluded.origin;
  return null;
end $$;
create trigger knowledge_keeps_origin after delete on knowledge for each row
when (old.page_id is not null) execute function knowledge_keeps_origin();
alter table source_pages add column missing_since bigint;
