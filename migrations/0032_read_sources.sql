-- Compatible with the version before.
-- What sources remember from one reading to the next, and what was read and is not knowledge yet.

-- Of the reader of websites: lines that pages have in common.
alter table sources add column memory text;
-- JSON: how the site looks, as proposals for the agent.
alter table sources add column look text;
-- 1: pages that a later reading finds count at once.
alter table sources add column takes_new integer not null default 1;
-- 1: there are more pages than may be read.
alter table sources add column is_cut integer not null default 0;
-- When the owner chose the pages of a website; null: nothing of it counts yet.
alter table sources add column chosen_at integer;

-- JSON: what the last reading found and what is not knowledge yet. A page whose state is `new` was found by a reading that has
-- not ended; `taken` is one that is about to become knowledge.
alter table source_pages add column found text;
alter table source_pages add column found_words integer not null default 0;
-- The address of the page that has the same text and counts.
alter table source_pages add column same_as text;
-- When a reading last changed its entries, and how, as JSON.
alter table source_pages add column changed_at integer;
alter table source_pages add column diff text;
