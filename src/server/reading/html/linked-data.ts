/** What a page declares for search engines in JSON-LD (schema.org). Pure. */
import { parseJson } from "../../platform/json.ts";
import { type Element, isElement } from "./tree.ts";

interface LinkedData {
  name: string | null;
  logo: string | null;
  questions: string[];
}

const MAX_JSON = 200_000;
const MAX_ITEMS = 500;
const OWNER = /^(?:Organization|WebSite|LocalBusiness|Restaurant|Store|Corporation|.*Business|.*Store)$/;

type Item = Record<string, unknown>;
const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === "string" && value.trim() !== "" ? value.trim() : null);

export function readLinkedData(all: readonly Element[]): LinkedData {
  const found: LinkedData = { name: null, logo: null, questions: [] };
  let room = MAX_JSON;
  for (const { tag, attributes, kids } of all) {
    if (tag !== "script" || !/^application\/ld\+json/i.test(attributes.type ?? "")) continue;
    const json = kids.filter((kid) => !isElement(kid)).join("");
    room -= json.length;
    if (room < 0) break;
    for (const item of itemsOf(json)) readItem(item, found);
  }
  return found;
}

/** Every object of the data that has a type, in any depth. */
function itemsOf(json: string): Item[] {
  const items: Item[] = [];
  const waiting: unknown[] = [parseJson(json)];
  for (let count = 0; waiting.length > 0 && count < MAX_ITEMS * 10 && items.length < MAX_ITEMS; count++) {
    const value = waiting.shift();
    if (isItem(value)) items.push(value);
    if (typeof value === "object" && value !== null) waiting.push(...Object.values(value).slice(0, MAX_ITEMS));
  }
  return items;
}

function readItem(item: Item, found: LinkedData): void {
  const types = [item["@type"]].flat().map(String);
  if (types.some((type) => OWNER.test(type))) {
    found.name ??= textOf(item.name);
    found.logo ??= textOf(item.logo) ?? (isItem(item.logo) ? textOf(item.logo.url) : null);
  }
  if (!types.includes("Question")) return;
  const question = textOf(item.name);
  if (question !== null) found.questions.push(question);
}
