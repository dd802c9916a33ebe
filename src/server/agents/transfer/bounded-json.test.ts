import { expect, spyOn, test } from "bun:test";
import { parseBounded } from "./bounded-json.ts";

const BOUND = { characters: 1_000, values: 10 };

test.each<[string, unknown]>([
  ['{"a":[1,2,3],"b":"x,y,[z]{"}', { a: [1, 2, 3], b: "x,y,[z]{" }],
  [String.raw`["a\"[[[[[[[[[[[[","\\\\"]`, ['a"[[[[[[[[[[[[', "\\\\"]],
  ['"one"', "one"],
])("what is within the bounds is parsed: %s", (text, value) => {
  expect(parseBounded(text, BOUND)).toEqual(value);
});

test.each<[string, string]>([
  ["too many values", `[${"1,".repeat(20)}1]`],
  ["too many objects", `[${"{},".repeat(20)}1]`],
  ["too many keys", `{${Array.from({ length: 20 }, (_, i) => `"${i}":1`).join()}}`],
  ["too long a text", `"${"x".repeat(2_000)}"`],
  ["too deep a value", `${"[".repeat(21)}${"]".repeat(21)}`],
])("%s: refused before it is parsed", (_, text) => {
  const parse = spyOn(JSON, "parse");
  try {
    expect(() => parseBounded(text, { characters: 1_000, values: text.length > 40 && text.startsWith("[[") ? 1_000 : 10 })).toThrow(
      SyntaxError,
    );
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test("what is no JSON is refused", () => {
  for (const text of ["", "{", '"', '{"a":', "]]]]", '"\\'] as const) expect(() => parseBounded(text, BOUND)).toThrow(SyntaxError);
});
