-- Compatible with the version before.
-- The number of the last migration that a node's program knows. A program may use a newer database if all later migrations
-- are compatible with it; the rest is in src/server/platform/storage/postgres/migrate.ts.
alter table nodes add column schema_number integer;
