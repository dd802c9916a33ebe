-- Plans that are taken off sale while people have them, and payments that the administrator records.

-- 0: nobody can buy it. Those who have it keep it until their term ends.
alter table plans add column is_offered integer not null default 1 check (is_offered in (0, 1));

-- How the money was paid: through the billing provider, or another way that the administrator wrote down.
alter table payments add column method text not null default 'billplz';
-- The administrator's own words about a recorded payment.
alter table payments add column note text not null default '';
