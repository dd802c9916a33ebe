-- Compatible with the version before.
-- When the content of a file was last uploaded, and since when the file is being removed: a file that is being removed
-- cannot be used until its row is gone.
alter table files add column uploaded_at integer not null default 0;
alter table files add column removing_at integer;
