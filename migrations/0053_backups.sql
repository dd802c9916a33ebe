-- Compatible with the version before.
-- The backups that the server makes by itself: one row for each attempt. The files themselves are in the folder of backups.
create table backups (
  id text primary key,
  job_id text not null,
  state text not null check (state in ('running', 'good', 'failed')),
  started_at integer not null,
  ended_at integer,
  -- Of a good one: the file's name and size, and what was compared in the trial restore.
  name text,
  bytes integer check (bytes >= 0),
  sha256 text,
  tables integer check (tables >= 0),
  row_count integer check (row_count >= 0),
  files integer check (files >= 0),
  missing_files integer check (missing_files >= 0),
  took_ms integer check (took_ms >= 0),
  -- Of a failed one. `detail`: mostly the system's own words.
  problem text,
  detail text
) strict;
create index backups_by_start on backups (started_at);
create index backups_by_name on backups (name);
-- One at a time.
create unique index backups_running on backups (state) where state = 'running';
