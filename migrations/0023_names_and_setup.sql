-- Compatible with the version before.
-- The name of an account's business as its owner wrote it at sign-up; empty: the owner's username is shown instead.
alter table accounts add column name text not null default '';
-- When the owner closed the set-up list of the dashboard.
alter table accounts add column setup_closed_at integer;
