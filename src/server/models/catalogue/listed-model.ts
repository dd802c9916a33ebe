/** A name of the list, and the live model that answers under it. */
import type { Dialect, Price } from "../model.ts";
import type { Vendor } from "../vendors/vendors.ts";

/** An OpenAI-compatible server of the operator's own, named in models.json. Holds a key: never log or send it whole. */
export interface Endpoint {
  /** Stands before the slash in a model's id. */
  name: string;
  label: string;
  /** Up to and without `/chat/completions`. */
  url: string;
  apiKey: string | null;
}

/** One live model of a vendor. */
export interface LiveModel {
  /** At an endpoint: `openai`, whose protocol it speaks. */
  vendor: Vendor;
  /** The id that the vendor knows. */
  model: string;
  /** Null: the vendor's own address. */
  endpoint: Endpoint | null;
  contextTokens: number;
  /** The model's ceiling, not what a reply asks for. */
  maxOutputTokens: number;
  vision: boolean;
  /** Null: not known, so that its cost is unknown and not nothing. */
  price: Price | null;
  dialect: Dialect;
}

export interface ListedModel extends LiveModel {
  listed: string;
  label: string;
  premium: boolean;
  /** What the operator wrote about the name in models.json. */
  note: string;
  /** Takes over when the vendor no longer knows `model`, or from `until` on. */
  successor: LiveModel | null;
  /** ISO day of the vendor's announced shutdown of `model`; null when none is known. */
  until: string | null;
}
