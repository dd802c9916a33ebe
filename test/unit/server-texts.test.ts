/** Every text that a person can get from the server has its Malay. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { messages as serverMs } from "../../src/web/text/ms/messages.ts";
import { translate } from "../../src/web/text/server-text.ts";

const SOURCE = resolve(import.meta.dir, "../../src");

/** Where a text for people is made: an error's message, a refused field's text, a schema's message. */
const MADE = [
  /new DomainError\(\s*"\w+",\s*"([^"]+)"/g,
  /\b(?:conflict|planLimit|malformed)\((?:message = )?"([^"]+)"/g,
  /\binvalid\(\{ \w+: "([^"]+)"/g,
  /\b(?:min|max|regex|refine)\([^"()]*(?:\([^()]*\))?[^"()]*, "([A-Z][^"]+)"/g,
  /\berror: "([A-Z][^"]+)"/g,
  /\baddIssue\(\{[^}]*message: "([A-Z][^"]+)"/g,
];
/** Said on the command line, which speaks English. */
const COMMAND_LINE = /administrator already/;

test("every text that the server's code says to people stands in the Malay table", () => {
  const said = new Set<string>();
  for (const path of readdirSync(SOURCE, { recursive: true, encoding: "utf8" })) {
    if (!/^(server\/.*|contract\/.*\.schema)\.ts$/.test(path) || /\.test\.|generated\/|\/cli\//.test(path)) continue;
    const code = readFileSync(join(SOURCE, path), "utf8");
    for (const pattern of MADE) for (const [, text = ""] of code.matchAll(pattern)) said.add(text);
  }
  expect(said.size).toBeGreaterThan(25);
  const missing = [...said].filter((text) => !COMMAND_LINE.test(text) && translate(text, serverMs) === text);
  // A text missing here: add it to src/web/text/ms/messages.ts.
  expect(missing).toEqual([]);
});
