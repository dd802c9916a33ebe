-- Compatible with the version before.
-- The account whose owners read a line, besides those whose subject the account is.
alter table audit add column account_id text;
-- The person whom a line is about: only this person and the administrator read it.
alter table audit add column person_id text;
create index audit_by_account on audit (account_id, at) where account_id is not null;
create index audit_by_person on audit (person_id, at) where person_id is not null;
-- A notice that only one member of the account sees.
alter table notices add column user_id text;
