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
import { nextTurn, runInSlices } from "../../platform/steps.ts";
import type { Db } from "../../platform/storage/db.ts";
import type { StoredAgent } from "../store.ts";

export interface Warnings {
  /** The warnings that were not dismissed, the gravest kinds first. */
  of(agent: StoredAgent): Promise<readonly KnowledgeWarning[]>;
}

interface WarningDeps {
  db: Db;
  turns: Turns;
  timeZone: string;
}

/** Of one version of an agent's knowledge on one day. */
interface Known {
  mark: string;
  warnings: Promise<readonly KnowledgeWarning[]>;
  /** What was read of the entries, which the next version uses again. */
  readings: Readings;
}

/** Agents whose warnings are kept; at most 500 warnings each. */
const MAX_AGENTS = 50;
/** Entries whose readings are kept, about 40 kB each. */
const MAX_READINGS = 2_000;
/** Entries in one slice of reading. */
const SLICE = 500;
const NONE: Readings = new Map();

export function createWarnings({ db, turns, timeZone }: WarningDeps): Warnings {
  // In order of last use, the oldest first.
  const known = new Map<string, Known>();

  const forgetSome = () => {
    for (const oldest of known.keys()) if (known.size > MAX_AGENTS) known.delete(oldest);
    let kept = 0;
    for (const one of [...known.values()].reverse()) {
      kept += one.readings.size;
      if (kept > MAX_READINGS) one.readings = NONE;
    }
  };

  const compute = async (agentId: string, today: string, before: Readings) => {
    const { entries, numbers } = await readChecked({ db, timeZone }, agentId);
    const { checkEntries } = await loadEngine();
    const { findings, readings } = await runInSlices(checkEntries(entries, today, before), () => turns.pause(`checks ${agentId}`));
    return { warnings: findings.map((finding) => present(finding, numbers)), readings };
  };

  const find = async (agent: StoredAgent): Promise<readonly KnowledgeWarning[]> => {
    const today = dayOf(db.now, timeZone);
    const mark = `${agent.knowledgeUpdatedAt} ${today}`;
    const last = known.get(agent.id);
    known.delete(agent.id);
    if (last?.mark === mark) {
      known.set(agent.id, last);
      return last.warnings;
    }
    const work = compute(agent.id, today, last?.readings ?? NONE);
    const one: Known = { mark, warnings: work.then(({ warnings }) => warnings), readings: NONE };
    known.set(agent.id, one);
    forgetSome();
    try {
      one.readings = (await work).readings;
      forgetSome();
    } catch (error) {
      if (known.get(agent.id) === one) known.delete(agent.id);
      throw error;
    }
    return one.warnings;
  };

  return {
    async of(agent) {
      const ignored = await listIgnored(db, agent.id);
      return (await find(agent)).filter(({ key }) => !ignored.has(key));
    },
  };
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
