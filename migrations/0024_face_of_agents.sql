-- Compatible with the version before.
-- The widget's face: the line under the agent's name, whether the box is larger where the window has room, and what the
-- launcher says once to a visitor who has not opened the chat yet.
alter table agents add column tagline text not null default '';
alter table agents add column roomy integer not null default 0 check (roomy in (0, 1));
alter table agents add column invitation text not null default '';
