-- Compatible with the version before.
-- When the next request to a host may begin, so that several processes together ask it once a second.
create table paced_hosts (
  host text primary key,
  next_at integer not null
) strict;
create index paced_hosts_by_time on paced_hosts (next_at);
