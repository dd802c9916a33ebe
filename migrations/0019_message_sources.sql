-- Compatible with the version before.
-- What a reply rests on, as a JSON list of entry, title and quote; null where it rests on nothing. The title and the quote
-- are copies, because the owner reads them also after the entry was changed or deleted.
alter table messages add column sources text;
-- Whether visitors see the titles and quotes, too.
alter table agents add column show_sources integer not null default 0 check (show_sources in (0, 1));
