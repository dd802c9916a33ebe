-- Where an owner has signed in from, under a keyed hash: guesses from elsewhere can be slowed down without shutting out
-- the owner.
create table familiar_addresses (
  account_id text not null references accounts (id) on delete cascade,
  address_hash text not null,
  seen_at integer not null,
  primary key (account_id, address_hash)
) strict;
