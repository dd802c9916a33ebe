/** An agent as one file, which another installation reads (product 16). Imports nothing. */

export const AGENT_FILE_MEGABYTES = 30;
export const AGENT_FILE = {
  format: "sapa-agent",
  /** Grows when a reader of the version before would misread a file; files of higher versions are refused. */
  version: 1,
  bytes: AGENT_FILE_MEGABYTES * 1_024 * 1_024,
  /** What the texts of a file unpack to, in bytes: more than an agent can hold in most scripts. */
  textBytes: 16 * 1_024 * 1_024,
  /** Names in the archive. */
  names: 2_100,
  /** The latest changes of the agent that its file lists. */
  changes: 50,
} as const;

/** How long a slow connection may take to send a file, in milliseconds: 30 MB at 1.3 Mbit/s. */
export const AGENT_FILE_MS = 200_000;

/** The files in the archive. */
export const MANIFEST_NAME = "manifest.json";
/** One entry a line, in their order. */
export const KNOWLEDGE_NAME = "knowledge.jsonl";
/** Under these names are the uploaded pictures that the agent shows; their hash is that of their content. */
export const PICTURE_NAME = /^pictures\/([0-9a-f]{64})\.([a-z]{3,4})$/;
export const pictureName = (hash: string, extension: string): string => `pictures/${hash}.${extension}`;
