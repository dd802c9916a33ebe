-- Compatible with the version before.
-- Whether visitors are asked for their consent before their first message, and the owner's text in each language, as JSON.
alter table agents add column ask_consent integer not null default 0 check (ask_consent in (0, 1));
alter table agents add column consent_text text not null default '{}';
-- What a visitor has agreed to, with the conversation that rests on it: the text as it was shown.
create table consents (
  conversation_id text primary key references conversations (id) on delete cascade,
  version text not null,
  language text not null,
  body text not null,
  agreed_at integer not null
) strict;
