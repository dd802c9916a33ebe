-- Compatible with the version before.
-- The version that visitors get while the changes after it wait to be published; null: every change reaches them at once.
-- A server of the version before gives them the newest state all the same.
alter table agents add column published_version integer;
-- When the version was last published; null: never, or it reached visitors with every other change.
alter table agent_versions add column published_at integer;
