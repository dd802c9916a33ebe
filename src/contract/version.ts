/** The versions of an agent, as their owner and the administrator read them (product 15). */
import { AGENT_FIELD_NAMES, type AgentField, type AgentValues } from "./agent-fields.ts";
import type { EntryDates } from "./knowledge-calls.ts";

/** What is kept of one agent. The oldest versions go first; the newest one is always kept. */
export const VERSIONS_MAX = {
  number: 10_000,
  /** Characters of all changes together. */
  size: 10_000_000,
} as const;

/** Whether an agent is paused is a state and no setting: no version has it, and restoring one neither pauses nor resumes. */
export type VersionField = "chatName" | Exclude<AgentField, "paused">;
export const VERSION_FIELDS: readonly VersionField[] = [
  "chatName",
  ...AGENT_FIELD_NAMES.filter((name): name is Exclude<AgentField, "paused"> => name !== "paused"),
];
export type VersionFields = { chatName: string } & Omit<AgentValues, "paused">;

/**
 * `start`: the state that was found when versions began to be kept. `other`: a change without an author, for example of an
 * earlier version of Sapa during an upgrade.
 */
export const VERSION_ACTIONS = ["start", "create", "copy", "import", "edit", "restore", "read", "other"] as const;
export type VersionAction = (typeof VERSION_ACTIONS)[number];

/** `admin`: the administrator, in another account. `source`: a page or a file that was read. */
export const VERSION_AUTHORS = ["owner", "admin", "source", "system"] as const;
export type VersionAuthor = (typeof VERSION_AUTHORS)[number];

export interface VersionSummary {
  number: number;
  /** ISO 8601 UTC. */
  at: string;
  /** When it was last published, ISO 8601 UTC; null: never, or every change reached visitors at once. */
  publishedAt: string | null;
  /** How many test questions failed when it was published; null: none was asked. */
  failedTests: number | null;
  /** The name of the person who published it although some failed; otherwise empty. */
  overriddenBy: string;
  author: VersionAuthor;
  /** The name that the author had then; may be empty. */
  authorName: string;
  action: VersionAction;
  /** The number of the restored version, the name of the agent that was copied, or the name of a source. */
  detail: string;
  fields: VersionField[];
  /** Entries. `moved` counts those of which only the place changed. */
  added: number;
  changed: number;
  removed: number;
  moved: number;
}

export interface VersionPage {
  /** The newest first. */
  versions: VersionSummary[];
  total: number;
  totalPages: number;
  /** The number of the newest version; 0: nothing has changed since versions are kept. */
  newest: number;
  /** The version that visitors get; null: every change reaches them at once. */
  published: number | null;
}

/** A field with its value before and after. */
export interface FieldChange {
  field: VersionField;
  before: AgentValues[AgentField] | null;
  after: AgentValues[AgentField] | null;
}

/** An entry before and after, in the wire form of entries. Null: it did not exist. */
export interface EntryChange {
  id: string;
  before: string | null;
  after: string | null;
  /** Set if the dates differ. */
  dates?: { before: EntryDates | null; after: EntryDates | null };
}

/** What one version changed, or what is different now. */
export interface VersionDetails {
  version: VersionSummary;
  newest: number;
  /** False for the oldest version that is kept: what was before it is not known any more. */
  isKnown: boolean;
  fields: FieldChange[];
  /** One page of the changed entries; those that only moved are not among them. */
  entries: EntryChange[];
  total: number;
  totalPages: number;
  moved: number;
}

/** `before`: what the version changed. `now`: what restoring it would change. `since`: what has changed since. */
export const VERSION_COMPARISONS = ["before", "now", "since"] as const;
export type VersionComparison = (typeof VERSION_COMPARISONS)[number];

/**
 * What happens if a test question fails when changes are published. `block`: it is refused until a person overrides it
 * expressly. `warn`: the person sees which ones, and decides. `off`: none is asked.
 */
export const PUBLISH_GATES = ["block", "warn", "off"] as const;
export type PublishGate = (typeof PUBLISH_GATES)[number];
export const DEFAULT_GATE: PublishGate = "warn";

/** Whether changes wait until they are published, and which do. */
export interface DraftState {
  /** The version that visitors get; null: every change reaches them at once. */
  published: number | null;
  /** When it was published, ISO 8601 UTC. */
  publishedAt: string | null;
  /** The newest version, which the owner sees and tries. */
  newest: number;
  /** Entries and settings that are different in the published version. */
  changes: number;
  gate: PublishGate;
}
