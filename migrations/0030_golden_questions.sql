-- Compatible with the version before.
-- Questions with which an owner tests an agent, what a right answer is like, and the outcome of the last run.
create table golden_questions (
  id text primary key,
  agent_id text not null references agents (id) on delete cascade,
  question text not null,
  -- JSON, as in src/contract/golden.ts.
  expects text not null,
  -- JSON: the answer and what was wrong with it; null: not run since the question was written or changed.
  run text,
  passed integer,
  -- The state of the agent that was asked. Another one now means that the outcome may be another one, too.
  revision text,
  created_at integer not null,
  updated_at integer not null
) strict;
create unique index golden_questions_by_text on golden_questions (agent_id, question);
create index golden_questions_listed on golden_questions (agent_id, created_at, id);
