-- Compatible with the version before.
-- Certificates that the server asks a certificate authority for by itself (ACME), and what it needs for that.

-- The account at a certificate authority: its key, sealed. One for each directory, which is the address of an authority.
create table acme_accounts (
  directory text primary key check (length(directory) <= 2000),
  sealed_key text not null,
  created_at integer not null
) strict;

-- One row for each domain of `--domain`. `chain` (PEM) and `sealed_key` are null until there is a certificate.
create table certificates (
  domain text primary key check (length(domain) <= 253),
  directory text not null,
  chain text,
  sealed_key text,
  begins_at integer,
  expires_at integer,
  -- From when on the certificate is renewed.
  renews_at integer,
  -- Before this, nothing is done: the next look at a certificate that is well, or the next try after a failure.
  due_at integer not null,
  -- Since the last success.
  failures integer not null default 0 check (failures >= 0),
  problem text,
  -- The authority's own words.
  detail text,
  failed_at integer,
  -- When the operator was last told that the renewal fails.
  told_at integer
) strict;

-- What any server of the installation answers on port 80 while the authority checks a domain.
create table acme_challenges (
  token text primary key check (length(token) <= 128),
  answer text not null,
  expires_at integer not null
) strict;
create index acme_challenges_by_end on acme_challenges (expires_at);
