/** Asks the test questions of an agent before a version of it is published. */
import { loadEngine } from "../../knowledge/load-engine.ts";
import type { Turns } from "../../platform/http/turns.ts";
import type { Db } from "../../platform/storage/db.ts";
import { findVersionAgent } from "../book.ts";
import { type Asking, runGolden } from "./golden.ts";
import { markOfGolden } from "./golden-store.ts";

export interface TestDeps {
  db: Db;
  turns: Turns;
  ask: Asking["ask"];
}

export interface Tested {
  failed: number;
  all: number;
  /** The questions that were asked, as `markOfGolden`. */
  mark: string;
}

/**
 * Asks all of them of exactly this version, without a model, and keeps the outcomes for the list.
 * @returns null if the agent or the version is gone
 */
export async function testVersion({ db, turns, ask }: TestDeps, agentId: string, number: number): Promise<Tested | null> {
  const mark = await markOfGolden(db, agentId);
  if (mark.startsWith("0 ")) return { failed: 0, all: 0, mark };
  const agent = await findVersionAgent(db, agentId, number);
  if (!agent) return null;
  const { recognizeLanguage } = await loadEngine();
  const pause = () => turns.pause(`golden ${agentId}`);
  const { failed, passed } = await runGolden(db, { ...agent, id: agentId }, { ask, languageOf: recognizeLanguage, pause });
  return { failed, all: failed + passed, mark };
}
