-- Compatible with the version before.
-- For how many days an account keeps its conversations, if it wants them deleted earlier than the installation does.
create table account_retention (
  account_id text primary key references accounts (id) on delete cascade,
  days integer not null check (days > 0),
  updated_at integer not null
) strict;
