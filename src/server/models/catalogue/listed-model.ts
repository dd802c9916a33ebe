/** A listed name, and the live model that answers under it. */
import type { Dialect, Price } from "../model.ts";
import type { Vendor } from "../vendors/vendors.ts";

/** The operator's own OpenAI-compatible server, named in models.json. Contains a key: never log or send the whole object. */
export interface Endpoint {
  /** The part before the slash in a model's id. */
  name: string;
  label: string;
  /** The address without `/chat/completions`. */
  url: string;
  apiKey: string | null;
}

/** One live model of a vendor. */
export interface LiveModel {
  /** For an endpoint: `openai`, because it uses that protocol. */
  vendor: Vendor;
  /** The vendor's id. */
  model: string;
  /** Null: the vendor's own address. */
  endpoint: Endpoint | null;
  contextTokens: number;
  /** The model's maximum, not the limit of a reply. */
  maxOutputTokens: number;
  vision: boolean;
  /** Null if unknown: then the cost is also unknown, and not 0. */
  price: Price | null;
  dialect: Dialect;
}

export interface ListedModel extends LiveModel {
  listed: string;
  label: string;
  premium: boolean;
  /** The operator's note about the name in models.json. */
  note: string;
  /** Replaces `model` if the vendor no longer knows it, or from `until` on. */
  successor: LiveModel | null;
  /** ISO day on which the vendor will shut down `model`; null if none is known. */
  until: string | null;
}
