/** The check of every text field. A text is either stored exactly as it was sent, or refused. */

import { z } from "zod";
import { LANGUAGES, type Language } from "./language.ts";
import { refusal } from "./messages/message.ts";
import { isStorable } from "./storable.ts";

/** A value of which every text can be stored, whatever its type: each body, query and form is checked before its schema. */
export const storable = z.unknown().superRefine((value, context) => {
  for (const path of findUnstorable(value)) context.addIssue({ code: "custom", path, message: refusal("text.notStorable") });
});

interface Place {
  value: unknown;
  name: string | number;
  parent: Place | null;
}

const MAX_FOUND = 20;

/** The paths of texts that cannot be stored, up to `MAX_FOUND`. Without recursion, because a client chooses the depth. */
function findUnstorable(root: unknown): (string | number)[][] {
  const found: (string | number)[][] = [];
  const places: Place[] = [{ value: root, name: "", parent: null }];
  for (let place = places.pop(); place && found.length < MAX_FOUND; place = places.pop()) {
    const { value } = place;
    if (!isStorable(`${place.name}`) || (typeof value === "string" && !isStorable(value))) found.push(pathOf(place));
    else if (Array.isArray(value))
      for (let at = value.length - 1; at >= 0; at--) places.push({ value: value[at], name: at, parent: place });
    else if (typeof value === "object" && value !== null)
      for (const [name, member] of Object.entries(value).reverse()) places.push({ value: member, name, parent: place });
  }
  return found;
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.parent; at = at.parent) path.push(typeof at.name === "string" ? at.name.toWellFormed() : at.name);
  return path.reverse();
}

export function textField(max: number) {
  return z
    .string(refusal("text.none"))
    .max(max, refusal("text.tooLong", { max: `${max}` }))
    .refine(isStorable, refusal("text.notStorable"));
}

/** A text in each language. */
export function translatedText(max: number) {
  const text = textField(max).trim();
  return z.object(Object.fromEntries(LANGUAGES.map((language) => [language, text])) as Record<Language, typeof text>);
}
