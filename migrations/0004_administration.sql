-- What the administrator's lists need to stay fast with 50,000 accounts, 1,000,000 messages and 100,000 payments.

-- A page far down a list is skipped to inside an index; without the condition in it each row would be looked up.
drop index accounts_by_created;
create index accounts_listed_by_created on accounts (created_at, id) where deleted_at is null and role <> 'system';
create index accounts_listed_by_email on accounts (email_key, id) where deleted_at is null and role <> 'system';
create index accounts_listed_by_plan on accounts (plan_id, created_at, id) where deleted_at is null and role <> 'system';
-- With the address beside the name, a search reads this index and no row.
create index accounts_listed_by_name on accounts (username_key, id, email_key) where deleted_at is null and role <> 'system';
create index accounts_suspended on accounts (created_at, id) where suspended_at is not null and deleted_at is null;
create index accounts_of_system on accounts (id) where role = 'system';
create index agents_deleted_with_account on agents (account_id) where deleted_at is not null;

-- The overview: messages a day of everybody, and what was earned this month.
create index usage_days_by_day on usage_days (day, messages);
create index payments_by_activation on payments (activated_at, amount_sen) where activated_at is not null and sandbox = 0;

-- Visitors whose conversations are all gone go with the retention's purge.
create index visitors_by_last_seen on visitors (last_seen_at, id);

create index audit_by_actor on audit (actor_name, at);
create trigger audit_is_never_deleted before delete on audit begin
  select raise(abort, 'the audit log is append-only');
end;
