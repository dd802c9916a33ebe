-- Compatible with the version before.
-- Which answers to visitors' latest questions would change if an agent's draft was published. A row for the last comparison.
create table answer_comparisons (
  agent_id text primary key references agents (id) on delete cascade,
  job_id text not null,
  -- The versions that are compared.
  published integer not null,
  draft integer not null,
  -- Questions, those that were asked so far, and those with another answer.
  total integer not null default 0,
  asked integer not null default 0,
  changed integer not null default 0,
  done integer not null default 0 check (done in (0, 1))
) strict;

-- The questions with another answer. Their texts stay in the conversations and go with them, and both answers are made again
-- when they are looked at.
create table changed_answers (
  agent_id text not null references agents (id) on delete cascade,
  place integer not null,
  message_id text not null,
  -- How many of the questions are the same.
  times integer not null,
  primary key (agent_id, place)
) strict;
