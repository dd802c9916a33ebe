/** What is said of a value that a schema refuses. A text of the schema library never reaches a person. */
import type { z } from "zod";
import { type Message, readRefusal, told } from "../../../contract/messages/message.ts";

type Issue = z.core.$ZodIssue;

/** The message of each refused field. `value`: what was refused; `whole`: what all of it is called. */
export function refusedFields(issues: readonly Issue[], value: unknown, whole: string): Record<string, Message> {
  const fields: Record<string, Message> = {};
  for (const issue of issues) fields[issue.path.length > 0 ? issue.path.map(String).join(".") : whole] ??= messageOf(issue, value);
  return fields;
}

function messageOf(issue: Issue, value: unknown): Message {
  if (issue.path.length === 0 && issue.code === "invalid_type") return told("request.notObject");
  const refused = readRefusal(issue.message);
  return refused.ref ? refused : ownWords(issue, value);
}

/** Of a check for which the schema has no message of ours. */
function ownWords(issue: Issue, value: unknown): Message {
  if (issue.code === "invalid_type") {
    if (valueAt(value, issue.path) === undefined) return told("field.missing");
    if (issue.expected === "string") return told("text.none");
    if (issue.expected === "number") return told("number.none");
  }
  if (issue.code === "too_small" && issue.origin === "number") return told("number.tooSmall", { min: Number(issue.minimum) });
  if (issue.code === "too_big" && issue.origin === "number") return told("number.tooLarge", { max: Number(issue.maximum) });
  if (issue.code === "too_big" && issue.origin === "string") return told("text.tooLong", { max: `${issue.maximum}` });
  return told("field.invalid");
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === "object" && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined),
    value,
  );
}
