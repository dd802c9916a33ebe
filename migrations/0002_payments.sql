-- What terms, payments and notices need beyond 0001.

-- 1: paused because the plan has no room for it; a bigger plan wakes it again.
alter table agents add column paused_by_plan integer not null default 0 check (paused_by_plan in (0, 1));

-- What the term is worth in sen: what was paid, and what a change carried over from the plan before.
alter table terms add column value_sen integer not null default 0 check (value_sen >= 0);
-- The term that a change put in this one's place.
alter table terms add column replaced_by text references terms (id) on delete set null;
create index terms_by_replaced on terms (replaced_by) where replaced_by is not null;
create index terms_running on terms (account_id, starts_at) where ended_at is null;

alter table payments add column paid_sen integer check (paid_sen >= 0);
create index payments_by_status on payments (status, created_at, id) where deleted_at is null;
create index payments_by_amount on payments (amount_sen, created_at, id) where deleted_at is null;
create index payments_flagged on payments (created_at, id) where deleted_at is null and flagged is not null;
