-- Compatible with the version before.
-- What lists show of the texts that wait with a page (JSON: entries, words, excerpt), so that they need not read all of them.
-- Null where a version before has stored the texts.
alter table source_pages add column shown text;
