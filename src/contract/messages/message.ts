/** A message of the server to a person: the text in English, and the id for clients that show another language. */
import { DEFAULT_LANGUAGE, LOCALES } from "../language.ts";
import { MESSAGES } from "./table.ts";

export type MessageId = keyof typeof MESSAGES;

/** The names in double braces in a text. */
type HolesOf<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | HolesOf<Rest> : never;
type ParamsOf<Id extends MessageId> = { readonly [Name in HolesOf<(typeof MESSAGES)[Id]>]: string | number };

/** The values of a text's parameters. A number is formatted for the language; a text is inserted as it is. */
export type Params = Readonly<Record<string, string | number>>;

/** What is sent beside the English text. */
export interface MessageRef {
  id: MessageId;
  params?: Params;
}

export interface Message {
  /** The text in English. */
  text: string;
  /** Absent for a text that is not Sapa's own. */
  ref?: MessageRef;
}

/** A parameter may quote what a client sent. It is cut to this length; only the English text has all of it. */
const PARAM_MAX = 200;

type Rest<Id extends MessageId> = HolesOf<(typeof MESSAGES)[Id]> extends never ? [] : [params: ParamsOf<Id>];

/** Makes the message with this id. */
export function told<Id extends MessageId>(id: Id, ...[params]: Rest<Id>): Message {
  const text = fillText(MESSAGES[id], params ?? {}, LOCALES[DEFAULT_LANGUAGE]);
  return { text, ref: params === undefined ? { id } : { id, params: bounded(params) } };
}

function bounded(params: Params): Params {
  const cut = (value: string | number) => (typeof value === "string" && value.length > PARAM_MAX ? `${value.slice(0, PARAM_MAX)}…` : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, cut(value)]));
}

/** Inserts the parameters into a text; a name without a parameter stays as it is. */
export function fillText(text: string, params: Params, locale: string): string {
  return text.replace(/\{\{(\w{1,30})\}\}/g, (hole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return hole;
    return typeof value === "number" ? value.toLocaleString(locale, { maximumFractionDigits: 20 }) : value;
  });
}

/** Encodes a message as the text that a schema takes; `readRefusal` decodes it. */
export function refusal<Id extends MessageId>(id: Id, ...rest: Rest<Id>): string {
  return JSON.stringify(told(id, ...rest));
}

/** Decodes the message of a schema's issue; a text that was not made by `refusal` has no id. */
export function readRefusal(text: string): Message {
  return text.startsWith('{"text":') ? (JSON.parse(text) as Message) : { text };
}
