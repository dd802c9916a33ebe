-- What models cost in a month (YYYY-MM in the configured time zone), kept as sums so that a budget is judged by two
-- rows, however many replies there were. Outlives a deleted agent or account, so the id refers to nothing.
create table cost_months (
  month text not null,
  kind text not null check (kind in ('box', 'owner', 'agent')),
  -- Empty for the box.
  id text not null,
  -- For an agent: its owner.
  account_id text not null default '',
  replies integer not null default 0,
  -- Replies whose cost is not known, and so not in cost_micros.
  unpriced integer not null default 0,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- Millionths of RM.
  cost_micros integer not null default 0,
  primary key (month, kind, id)
) strict, without rowid;
create index cost_months_dearest on cost_months (month, kind, cost_micros);
