-- Compatible with the version before.
-- When a person was last seen in any session, within an hour: sessions end, and a report about a breach of data is made later.
alter table users add column last_seen_at integer;
