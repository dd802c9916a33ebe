/** The warnings about an agent's knowledge. They follow from the stored entries and the day, so all nodes find the same. */
import { KNOWLEDGE_MAX } from "../../../contract/knowledge-calls.ts";
import { type KnowledgeWarning, MAX_CHECKED } from "../../../contract/warning.ts";
import type { CheckedEntry, Finding, Readings } from "../../knowledge/checks/check-entries.ts";
import { listIgnored } from "../../knowledge/ignored-store.ts";
import { loadEngine } from "../../knowledge/load-engine.ts";
import { type KnowledgeRecord, listEntries } from "../../knowledge/store.ts";
import { dayOf } from "../../platform/clock.ts";
import type { Turns } from "../../platform/http/turns.ts";
import { repeatableId } from "../../platform/ids.ts";
import { createSharedRuns } from "../../platform/shared-runs.ts";
import { nextTurn, runInSlices } from "../../platform/steps.ts";
import type { Db } from "../../platform/storage/db.ts";
import { findAgent, type StoredAgent } from "../store.ts";

export interface Warnings {
  /** The warnings that were not dismissed, the gravest kinds first. */
  of(agent: StoredAgent): Promise<readonly KnowledgeWarning[]>;
}

interface WarningDeps {
  db: Db;
  turns: Turns;
  timeZone: string;
}

/** What was found on one day, of an agent's knowledge as it was or later. */
interface Known {
  /** `knowledgeUpdatedAt` before the entries were read. */
  at: number;
  today: string;
  warnings: readonly KnowledgeWarning[];
  /** What was read of the entries, which the next check uses again. */
  readings: Readings;
}

/** Agents whose warnings are kept; at most 500 warnings each. */
const MAX_AGENTS = 50;
/** Agents that are checked at once. A check holds the readings of up to 2,000 entries. */
const AT_ONCE = 3;
/** Entries whose readings are kept, about 40 kB each. */
const MAX_READINGS = 2_000;
/** Entries in one slice of reading. */
const SLICE = 500;
const NONE: Readings = new Map();

export function createWarnings({ db, turns, timeZone }: WarningDeps): Warnings {
  const runs = createSharedRuns<Known>({ most: MAX_AGENTS, atOnce: AT_ONCE, onKept: forgetSome });

  const compute = async (agent: StoredAgent, before: Readings = NONE): Promise<Known> => {
    const { knowledgeUpdatedAt: at } = (await findAgent(db, agent.id)) ?? agent;
    const today = dayOf(db.now, timeZone);
    const { entries, numbers } = await readChecked({ db, timeZone }, agent.id);
    const { checkEntries } = await loadEngine();
    const { findings, readings } = await runInSlices(checkEntries(entries, today, before), () => turns.pause(`checks ${agent.id}`));
    return { at, today, warnings: findings.map((finding) => present(finding, numbers)), readings };
  };

  const find = async (agent: StoredAgent): Promise<readonly KnowledgeWarning[]> => {
    const today = dayOf(db.now, timeZone);
    const isFresh = (known: Known) => known.at >= agent.knowledgeUpdatedAt && known.today === today;
    return (await runs.of(agent.id, isFresh, (before) => compute(agent, before?.readings))).warnings;
  };

  return {
    async of(agent) {
      const ignored = await listIgnored(db, agent.id);
      return (await find(agent)).filter(({ key }) => !ignored.has(key));
    },
  };
}

function forgetSome(known: readonly Known[]): void {
  let kept = 0;
  for (const one of known.toReversed()) {
    kept += one.readings.size;
    if (kept > MAX_READINGS) one.readings = NONE;
  }
}

/** The entries that are used or will be, in their order, and the place of each among all entries. */
async function readChecked({ db, timeZone }: Pick<WarningDeps, "db" | "timeZone">, agentId: string) {
  const numbers = new Map<string, number>();
  let records: KnowledgeRecord[] = [];
  for (let after = -1; numbers.size < KNOWLEDGE_MAX.entries; ) {
    const slice = await listEntries(db, agentId, after, SLICE);
    for (const record of slice) {
      numbers.set(record.id, numbers.size + 1);
      if (record.valid.before === null || record.valid.before > db.now) records.push(record);
    }
    if (slice.length < SLICE) break;
    after = slice.at(-1)?.position ?? after;
    await nextTurn();
  }
  if (records.length > MAX_CHECKED) {
    const newest = records.toSorted((a, b) => b.updatedAt - a.updatedAt).slice(0, MAX_CHECKED);
    records = newest.sort((a, b) => a.position - b.position);
  }
  const entries = records.map(
    ({ id, entry, valid, updatedAt }): CheckedEntry => ({
      id,
      entry,
      valid,
      version: `${updatedAt}`,
      saved: dayOf(updatedAt, timeZone),
    }),
  );
  return { entries, numbers };
}

function present({ kind, places, day }: Finding, numbers: ReadonlyMap<string, number>): KnowledgeWarning {
  const about = places.map(({ id, quote }) => `${id} ${quote}`);
  return {
    key: repeatableId(`warning ${kind} ${day ?? ""}`, about.sort().join("\n")),
    kind,
    places: places.map(({ id, quote }) => ({ entryId: id, number: numbers.get(id) ?? 0, quote })),
    ...(day && { day }),
  };
}
