-- Compatible with the version before.
-- A deleted source can be restored for a minute. Until then, its row, its pages and its document stay, and its entries are in
-- removed_entries.
alter table sources add column removed_at integer;
create index sources_by_removal on sources (removed_at) where removed_at is not null;

-- What accounts have uploaded lately. A content is kept for a day after its last upload, also if nothing uses it any more, so it
-- has to count for the account that long.
create table recent_uploads (
  account_id text not null references accounts (id) on delete cascade,
  hash text not null,
  bytes integer not null check (bytes >= 0),
  uploaded_at integer not null,
  primary key (account_id, hash)
) strict, without rowid;
create index recent_uploads_by_time on recent_uploads (uploaded_at);
