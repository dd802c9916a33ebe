-- Lists, counts and purges that read a whole table, or a row for each entry of an index, without these.

-- Whether anything is left of an account's agents, deleted ones included; also for the foreign key at the account's end.
drop index agents_deleted_with_account;
create index agents_of_account on agents (account_id);

-- Old notices are deleted every hour; those of a budget that was changed are withdrawn.
create index notices_by_created on notices (created_at);
create index notices_by_kind on notices (kind, subject);

-- An owner's list leaves previews out: with the account in the index no row is read to count or to skip.
drop index conversations_by_agent;
create index conversations_by_agent on conversations (agent_id, updated_at, id, account_id);
drop index conversations_unanswered;
create index conversations_unanswered on conversations (agent_id, updated_at, id, account_id, unanswered) where unanswered > 0;
