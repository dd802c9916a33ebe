-- The processes that serve from this database. A row is a lease: the other nodes delete it some time after it has
-- expired, and with it what only that node could continue. SQLite has one process, which needs no row.
create table nodes (
  id text primary key,
  name text not null,
  -- Where the other nodes reach it.
  url text not null,
  version text not null,
  started_at integer not null,
  expires_at integer not null
) strict;

-- The node that holds a visitor's live conversation.
create table conversation_owners (
  visitor_id text primary key,
  node_id text not null references nodes (id) on delete cascade
) strict, without rowid;
create index conversation_owners_by_node on conversation_owners (node_id);

-- The node that works on an open turn; null after its end, and always with a single process. A node whose row is gone
-- cannot insert a turn, and a row cannot be deleted before the node's turns have ended.
alter table turns add column node_id text references nodes (id);
create index turns_by_node on turns (node_id) where node_id is not null;
