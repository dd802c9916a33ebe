-- Questions that a visitor can send with a tap before anything is written: a list of texts as JSON.
alter table agents add column starter_questions text not null default '[]';
