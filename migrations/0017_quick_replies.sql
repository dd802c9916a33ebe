-- Compatible with the version before.
-- The texts that a reply offers the visitor to send next, as a JSON list; null where it offers none.
alter table messages add column quick_replies text;
