-- Compatible with the version before.
-- An invitation with which a business is handed over: what becomes of the inviter when it is accepted (`leave`, or a role).
alter table member_invitations add column handover text;
-- For the list of a person's businesses: unanswered conversations of an account.
create index conversations_unanswered_by_account on conversations (account_id) where unanswered > 0;
