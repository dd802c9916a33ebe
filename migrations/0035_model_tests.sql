-- Compatible with the version before.
-- Test questions that are asked with a model: the outcome of each beside the one without a model.
alter table golden_questions add column model_run text;
alter table golden_questions add column model_passed integer;
alter table golden_questions add column model_revision text;

-- The last run with a model of each agent.
create table model_test_runs (
  agent_id text primary key references agents (id) on delete cascade,
  job_id text not null,
  nightly integer not null default 0 check (nightly in (0, 1)),
  started_at integer not null,
  total integer not null,
  asked integer not null default 0,
  passed integer not null default 0,
  -- Those that had passed before and fail now.
  worse integer not null default 0,
  -- Millionths of RM, without calls whose cost is not known.
  cost_micros integer not null default 0,
  -- done or budget; null: not ended.
  ended text check (ended in ('done', 'budget'))
) strict;

-- The agents whose test questions a model is asked every night, and the day of the last night.
create table nightly_tests (
  agent_id text primary key references agents (id) on delete cascade,
  day text not null default ''
) strict;

-- What the tests of an account's agents cost in a month. They have a budget of their own, so they are not in cost_months.
create table test_costs (
  month text not null,
  account_id text not null,
  replies integer not null default 0,
  -- Replies whose cost is not known, and so not in cost_micros.
  unpriced integer not null default 0,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  -- Millionths of RM.
  cost_micros integer not null default 0,
  primary key (month, account_id)
) strict, without rowid;
