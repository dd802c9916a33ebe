-- SQLite looks a row up to see what its partial index already promises, unless the index also has that column. With
-- these a page far down a list is skipped to without reading a row (bench/admin.ts).
drop index accounts_listed_by_created;
create index accounts_listed_by_created on accounts (created_at, id, deleted_at, role, suspended_at) where deleted_at is null and role <> 'system';
drop index accounts_listed_by_email;
create index accounts_listed_by_email on accounts (email_key, id, deleted_at, role) where deleted_at is null and role <> 'system';
drop index accounts_listed_by_plan;
create index accounts_listed_by_plan on accounts (plan_id, created_at, id, deleted_at, role) where deleted_at is null and role <> 'system';
drop index accounts_listed_by_name;
create index accounts_listed_by_name on accounts (username_key, id, email_key, deleted_at, role) where deleted_at is null and role <> 'system';
drop index accounts_suspended;
create index accounts_suspended on accounts (suspended_at, created_at, id, deleted_at, role) where suspended_at is not null;

drop index conversations_by_account;
create index conversations_by_account on conversations (account_id, updated_at, id);

drop index payments_by_created;
create index payments_by_created on payments (created_at, id, deleted_at) where deleted_at is null;
drop index payments_by_status;
create index payments_by_status on payments (status, created_at, id, deleted_at) where deleted_at is null;
drop index payments_by_amount;
create index payments_by_amount on payments (amount_sen, created_at, id, deleted_at) where deleted_at is null;
-- Counting all payments is the whole table less the few that are hidden.
create index payments_hidden on payments (deleted_at) where deleted_at is not null;
