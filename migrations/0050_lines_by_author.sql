-- Compatible with the version before.
-- How many lines one person has written lately with the same action: they are limited, because lines are never deleted.
create index audit_by_author on audit (actor_id, action, at) where actor_id is not null;
