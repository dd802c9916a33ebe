/** One thing that the server says to a person: its id for clients that show another language, and its words in English. */
import { DEFAULT_LANGUAGE, LOCALES } from "../language.ts";
import { MESSAGES } from "./table.ts";

export type MessageId = keyof typeof MESSAGES;

/** The names between the double braces of a text. */
type HolesOf<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | HolesOf<Rest> : never;
type ParamsOf<Id extends MessageId> = { readonly [Name in HolesOf<(typeof MESSAGES)[Id]>]: string | number };

/** What fills the holes: a number is written as the language does, a text as it is. */
export type Params = Readonly<Record<string, string | number>>;

/** As it goes over the wire, beside the words in English. */
export interface MessageRef {
  id: MessageId;
  params?: Params;
}

export interface Message {
  /** In English. */
  text: string;
  /** Absent for words that are not ours. */
  ref?: MessageRef;
}

/** A parameter may quote what was sent; more of it is in the words alone. */
const PARAM_MAX = 200;

type Rest<Id extends MessageId> = HolesOf<(typeof MESSAGES)[Id]> extends never ? [] : [params: ParamsOf<Id>];

/** The message with this id. */
export function told<Id extends MessageId>(id: Id, ...[params]: Rest<Id>): Message {
  const text = fillText(MESSAGES[id], params ?? {}, LOCALES[DEFAULT_LANGUAGE]);
  return { text, ref: params === undefined ? { id } : { id, params: bounded(params) } };
}

function bounded(params: Params): Params {
  const cut = (value: string | number) => (typeof value === "string" && value.length > PARAM_MAX ? `${value.slice(0, PARAM_MAX)}…` : value);
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, cut(value)]));
}

/** A text with its holes filled; a hole without a parameter stays. */
export function fillText(text: string, params: Params, locale: string): string {
  return text.replace(/\{\{(\w{1,30})\}\}/g, (hole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return hole;
    return typeof value === "number" ? value.toLocaleString(locale, { maximumFractionDigits: 20 }) : value;
  });
}

/** Schemas know messages as texts: this one is read back by `readRefusal`. */
export function refusal<Id extends MessageId>(id: Id, ...rest: Rest<Id>): string {
  return JSON.stringify(told(id, ...rest));
}

/** The message of a schema's issue; a text that no `refusal` wrote has no id. */
export function readRefusal(text: string): Message {
  return text.startsWith('{"text":') ? (JSON.parse(text) as Message) : { text };
}
