-- The dashboard reads an owner's latest payments and notices at every visit. With the id in the index SQLite needs no
-- sorter, which takes longer to set up than these short lists take to read.
drop index payments_by_account;
create index payments_by_account on payments (account_id, created_at, id);
drop index notices_by_account;
create index notices_by_account on notices (account_id, created_at, id);
