/** Changes an agent at random, and remembers what some of its versions were. */
import { expect } from "bun:test";
import { formatEntry } from "../src/contract/knowledge.ts";
import { KNOWLEDGE_PLACES } from "../src/contract/knowledge-calls.ts";
import type { VersionFields } from "../src/contract/version.ts";
import {
  addEntries,
  changeEntry,
  moveEntry,
  removeAllEntries,
  removeEntry,
  restoreEntry,
} from "../src/server/agents/entries/save-entries.ts";
import { changeAgent } from "../src/server/agents/save.ts";
import { findAgent } from "../src/server/agents/store.ts";
import { fieldsOf } from "../src/server/agents/versions/keep-version.ts";
import { fieldsAt } from "../src/server/agents/versions/read-versions.ts";
import { restoreVersion } from "../src/server/agents/versions/restore-version.ts";
import type { Validity } from "../src/server/knowledge/dates.ts";
import { entriesAt } from "../src/server/knowledge/past-store.ts";
import { listEntries } from "../src/server/knowledge/store.ts";
import type { Viewer } from "../src/server/platform/http/endpoint.ts";
import type { Db } from "../src/server/platform/storage/db.ts";

export interface Edited {
  db: Db;
  viewer: Viewer;
  agentId: string;
}

interface Sample {
  number: number;
  entries: { id: string; entry: string; valid: Validity }[];
  fields: VersionFields;
}

/** Numbers below `below`, the same ones for the same seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const WORDS = ["harga", "open", "RM5", "delivery", "kek", "pandan", "Isnin", "parking", "12345", "halal"];

/** The agent as it is now. */
export async function readState({ db, agentId }: Edited): Promise<Sample> {
  const agent = await findAgent(db, agentId);
  if (!agent) throw new Error("the agent does not exist");
  const entries = (await listEntries(db, agentId)).map(({ id, entry, valid }) => ({ id, entry: formatEntry(entry), valid }));
  return { number: agent.versionNumber, entries, fields: fieldsOf(agent) };
}

/** @returns the state after every `every` edits. */
export async function editAtRandom(
  edited: Edited,
  { edits, every, seed }: { edits: number; every: number; seed: number },
): Promise<Sample[]> {
  const { db, viewer, agentId } = edited;
  const roll = dice(seed);
  const samples: Sample[] = [];
  const change = { viewer, agentId };
  const text = () => Array.from({ length: 3 + roll(20) }, () => WORDS[roll(WORDS.length)]).join(" ");
  const valid = () => ({ from: roll(4) === 0 ? roll(1_000_000) : null, before: null });
  let removed = "";
  for (let edit = 1; edit <= edits; edit++) {
    const ids = (await listEntries(db, agentId)).map(({ id }) => id);
    const one = ids[roll(ids.length)] ?? "";
    const kind = one === "" ? 0 : roll(100);
    if (kind < 25) await addEntries({ db }, change, { texts: Array.from({ length: 1 + roll(3) }, text), valid: valid() }, null);
    else if (kind < 50) await changeEntry({ db }, change, one, { text: text(), valid: valid() }, () => true);
    else if (kind < 65) await moveEntry({ db }, change, one, { place: KNOWLEDGE_PLACES[roll(4)] ?? "first" });
    else if (kind < 72) await moveEntry({ db }, change, one, { before: ids[roll(ids.length)] ?? one });
    else if (kind < 88) await removeEntry({ db }, change, one, () => true);
    else if (kind < 89) await removeAllEntries({ db }, change);
    else if (kind < 91 && removed !== "") await restoreEntry({ db }, change, removed).catch(() => undefined);
    else if (kind < 92) await restoreVersion({ db }, viewer, agentId, String(1 + roll((await readState(edited)).number)));
    else await changeAgent({ db }, viewer, agentId, { ...(await findInput(edited)), tagline: text().slice(0, 60) }, () => true);
    if (kind >= 72 && kind < 88) removed = one;
    if (edit % every === 0) samples.push(await readState(edited));
  }
  return samples;
}

async function findInput({ db, agentId }: Edited) {
  const agent = await findAgent(db, agentId);
  if (!agent) throw new Error("the agent does not exist");
  return { ...agent, starterQuestions: [...agent.starterQuestions], chatName: agent.name };
}

/** That the stored versions are what the agent was, and that restoring gives it back. */
export async function expectExact(edited: Edited, samples: readonly Sample[], restored: number): Promise<void> {
  const { db, viewer, agentId } = edited;
  for (const { number, entries, fields } of samples) {
    const found = (await entriesAt(db, agentId, number)).map(({ id, entry, valid }) => ({ id, entry: formatEntry(entry), valid }));
    expect(found).toEqual(entries);
    expect(await fieldsAt(db, agentId, number)).toEqual(fields);
  }
  for (let at = 0; at < restored; at++) {
    const sample = samples[Math.floor((at * samples.length) / restored)];
    if (!sample) continue;
    await restoreVersion({ db }, viewer, agentId, String(sample.number));
    const { entries, fields } = await readState(edited);
    expect({ entries, fields }).toEqual({ entries: sample.entries, fields: sample.fields });
  }
}
