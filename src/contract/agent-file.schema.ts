/** The parts of an agent's file (product 16), as they are read: whoever made the file is not believed. */
import { z } from "zod";
import { agentInput } from "./agent.schema.ts";
import { AGENT_FILE } from "./agent-file.ts";
import { goldenInput } from "./golden.schema.ts";
import { GOLDEN_MAX } from "./golden.ts";
import { changedKnowledge } from "./knowledge.schema.ts";
import { KNOWLEDGE_MAX } from "./knowledge-calls.ts";

/** Read first, because only the version says how the rest is to be read. */
export const agentFileHead = z.object({ format: z.literal(AGENT_FILE.format), version: z.int().min(1) });

/** `entry`: the number of the line that the answer rests on, counted from 1. Ids of the old installation mean nothing. */
const question = z.object({ entry: z.int().min(1).nullable().default(null) }).and(goldenInput);

/**
 * Whether the agent was paused belongs to no file. `entries` shows whether the knowledge is whole. What else a file has (when
 * it was made, the latest changes, parts of later versions of Sapa) is not used.
 */
export const agentManifest = z.object({
  agent: agentInput.omit({ knowledge: true, paused: true }),
  entries: z.int().min(0).max(KNOWLEDGE_MAX.entries),
  goldenQuestions: z.array(question).max(GOLDEN_MAX.questions).default([]),
});

/** A line of the knowledge. */
export const agentFileEntry = changedKnowledge;
