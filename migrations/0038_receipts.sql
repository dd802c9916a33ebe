-- Compatible with the version before.
-- Receipts and credit notes as they were issued. Nothing of them is looked up later.
create table receipts (
  id text primary key,
  -- The order of issue, over all sequences.
  position integer not null unique,
  -- receipt, or credit_note for a payment that was taken back.
  kind text not null,
  -- Which sequence the number is of: a year, 'test' for the provider's sandbox, or '' for all others.
  series text not null,
  number integer not null check (number > 0),
  payment_id text references payments (id) on delete set null,
  -- Of a credit note: the receipt that it cancels.
  credits text references receipts (id) on delete set null,
  amount_sen integer not null check (amount_sen >= 0),
  tax_sen integer not null check (tax_sen >= 0),
  -- Who sold what to whom (JSON).
  details text not null,
  issued_at integer not null
) strict;
create unique index receipts_by_number on receipts (kind, series, number);
create index receipts_by_payment on receipts (payment_id, position) where payment_id is not null;
create unique index receipts_credited_once on receipts (credits) where credits is not null;

-- The last receipt or credit note of the payment. It refers to nothing, because receipts refer to payments.
alter table payments add column receipt_id text;
-- The numbers as they are printed. Null until the receipt or the credit note is issued.
alter table payments add column receipt_label text;
alter table payments add column credit_label text;
-- Payments of earlier versions, and of servers that still run one.
create index payments_without_receipt on payments (created_at, id) where receipt_number is not null and receipt_id is null;
create index payments_taken_back on payments (receipt_id) where receipt_id is not null and status <> 'success';

-- What an account wants on its receipts instead of its name.
create table billing_details (
  account_id text primary key references accounts (id) on delete cascade,
  name text not null default '',
  address text not null default '',
  tin text not null default '',
  brn text not null default '',
  updated_at integer not null
) strict;
