/** Whatever a request lacks, a person reads one of our messages, which every language has. */
import { expect, test } from "bun:test";
import { z } from "zod";
import { ALL_CALLS } from "../../src/contract/calls/all.schema.ts";
import { DomainError } from "../../src/server/platform/errors.ts";
import { parseWith } from "../../src/server/platform/http/receive.ts";

/** Values that most schemas refuse, one way or another. */
const ODD: readonly unknown[] = [undefined, null, true, -1, 1.5, 1e12, "", "x".repeat(300_000), "\ud800", [], [3], [{}], {}, { x: 1 }];

function refusalOf(schema: z.ZodType, value: unknown): DomainError | null {
  try {
    parseWith(schema, value);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** Objects in which each field is odd, the others missing or odd as well. */
function oddBodies(names: readonly string[]): unknown[] {
  const single = names.flatMap((name) => ODD.map((value) => ({ [name]: value })));
  return [...ODD, ...single, ...ODD.map((value) => Object.fromEntries(names.map((name) => [name, value])))];
}

const shapeOf = (schema: object): string[] => ("shape" in schema ? Object.keys(schema.shape as object) : []);

test("no body, query or key of any call is refused in the words of the schema library", () => {
  let refusals = 0;
  for (const [name, row] of Object.entries(ALL_CALLS)) {
    for (const part of ["body", "query", "requestKey"] as const) {
      const schema: unknown = Reflect.get(row, part);
      if (!(schema instanceof z.ZodType)) continue;
      for (const value of oddBodies(shapeOf(schema))) {
        const error = refusalOf(schema, value);
        if (!error) continue;
        refusals++;
        expect([name, part, error.told.ref?.id]).toEqual([name, part, expect.any(String)]);
        for (const [field, message] of Object.entries(error.more.fields ?? {}))
          expect([name, field, message.ref?.id]).toEqual([name, field, expect.any(String)]);
      }
    }
  }
  expect(refusals).toBeGreaterThan(1_000);
});

test("a field that is missing is named, and said in all languages; the whole says only that something is to be checked", () => {
  const schema = z.object({ version: z.number(), name: z.string(), place: z.enum(["a", "b"]) });
  expect(refusalOf(schema, { name: "x", place: "c" })).toMatchObject({
    told: { ref: { id: "checkForm" } },
    more: { fields: { version: { ref: { id: "field.missing" } }, place: { ref: { id: "field.invalid" } } } },
  });
  expect(refusalOf(z.object({ n: z.number().max(5) }), { n: 6 })?.told.ref).toEqual({ id: "number.tooLarge", params: { max: 5 } });
  expect(refusalOf(schema, [])?.told.ref).toEqual({ id: "request.notObject" });
});
