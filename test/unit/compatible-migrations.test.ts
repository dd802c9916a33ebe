import { expect, test } from "bun:test";
import { checkCompatible } from "../../scripts/compatible.ts";
import { MIGRATIONS } from "../../src/server/generated/migrations.ts";
import { COMPATIBLE } from "../../src/server/platform/storage/migrations.ts";

const check = (text: string) => checkCompatible(`-- Compatible with the version before.\n${text}`);

test("a migration that only adds may say that the version before can work with the result", () => {
  for (const text of [
    "create table tags (id text primary key, agent_id text not null references agents (id) on delete cascade) strict;",
    "create table tags (id text primary key) strict;\ncreate unique index tags_by_name on tags (name);\ninsert into tags (id) values ('a; drop table b');",
    "alter table agents add column tone text;",
    "alter table agents add column tone text not null default 'plain';",
    "alter table agents add column tone text default 'plain' not null check (tone <> '');",
    "alter table agents add column theme_id text references themes (id) on delete set null;",
    "create index agents_by_tone on agents (tone) where tone is not null;\ndrop index agents_by_name;",
    `create table old_tags (id text primary key) strict;
     create trigger t after delete on tags when old.id <> 'x; y' begin
       insert into old_tags (id) select case when old.id = '' then 'none' end from tags; update tags set name = null where id = old.id;
     end;`,
  ]) {
    expect(() => check(text)).not.toThrow();
  }
});

test("a migration that says so and changes, fills, renames or forbids something is refused", () => {
  for (const [text, reason] of [
    ["update agents set tone = 'plain';", "is not an addition"],
    ["insert into plans (id) values (9);", "is not an addition"],
    ["drop table agents;", "is not an addition"],
    ["alter table agents drop column tone;", "is not an addition"],
    ["alter table agents rename column tone to voice;", "is not an addition"],
    ["create unique index agents_by_tone on agents (tone);", "is not an addition"],
    ["create trigger t before update on agents begin select raise(abort, 'no'); end;", "is not an addition"],
    ["create trigger t after update of tone on agents begin update plans set id = 1; end;", "a trigger may only"],
    ["create trigger t after delete on agents begin insert into plans (id) values (old.id); end;", "a trigger may only"],
    ["alter table agents add column tone text not null;", "nullable or have a default"],
    ["alter table agents add column tone text unique;", "nullable or have a default"],
    ["create table tags (agent_id text not null references agents (id)) strict;", "foreign key"],
    ["create table tags (agent_id text references agents (id) on delete restrict) strict;", "foreign key"],
  ] as const) {
    expect(() => check(text)).toThrow(reason);
  }
  expect(() => checkCompatible("update agents set tone = 'plain';")).not.toThrow();
});

test("members of a business are not introduced while servers of the version before run, which take a person for an account", () => {
  const members = MIGRATIONS.find(({ name }) => name === "0040_members.sql");
  expect(COMPATIBLE.test(members?.text ?? "-- Compatible with the version before.")).toBe(false);
});

test("the version before is stopped when second factors are added, because it would sign people in with the password alone", async () => {
  const text = await Bun.file(new URL("../../migrations/0037_second_factors.sql", import.meta.url)).text();
  expect(COMPATIBLE.test(text)).toBe(false);
});
