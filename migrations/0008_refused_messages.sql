-- Messages of an agent's day that were refused (the plan is used up, or the agent is offline) and stored all the same:
-- their number is bounded.
alter table usage_days add column refused integer not null default 0 check (refused >= 0);
