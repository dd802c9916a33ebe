-- Compatible with the version before.
-- Whether facts in a model's reply are checked before visitors read them (docs/decisions/2026-11-23-facts-in-replies.md).
alter table agents add column check_facts integer not null default 1 check (check_facts in (0, 1));
