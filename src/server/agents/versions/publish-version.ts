/**
 * Changes that wait until they are published (docs/decisions/2026-11-23-publishing.md). The agent's rows have the draft, and
 * visitors get the version that `published_version` names.
 */

import { told } from "../../../contract/messages/message.ts";
import type { DraftState, PublishGate } from "../../../contract/version.ts";
import { isOfBusiness } from "../../accounts/visible.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../../platform/storage/db.ts";
import { markOfGolden } from "../golden/golden-store.ts";
import { type TestDeps, type Tested, testVersion } from "../golden/test-version.ts";
import { findOwnAgent } from "../save.ts";
import { type StoredAgent, setPublishedVersion } from "../store.ts";
import { recordRest } from "./keep-version.ts";
import { countSince } from "./read-versions.ts";
import { restoreIn } from "./restore-version.ts";
import { findGate, findVersion, notePublished, type Published, putGate } from "./versions-store.ts";

interface Deps {
  db: Db;
}

/** The agent, and the newest version that its owner has seen. */
interface Decision {
  viewer: Viewer;
  agentId: string;
  version: number;
}

/** `override`: how many failed test questions the person has seen and publishes all the same. */
interface Publication extends Decision {
  override: number;
}

export async function readDraft(db: Reader, agent: StoredAgent): Promise<DraftState> {
  const { id, publishedVersion: published, versionNumber: newest } = agent;
  const gate = await findGate(db, id);
  if (published === null) return { published, publishedAt: null, newest, changes: 0, gate };
  const at = (await findVersion(db, id, published))?.publishedAt ?? null;
  const changes = await countSince(db, agent, published);
  return { published, publishedAt: at === null ? null : new Date(at).toISOString(), newest, changes, gate };
}

const changedMeanwhile = () => new DomainError("changed_meanwhile", told("agents.changedMeanwhile"));

/** What was changed without a version becomes one. @throws DomainError not_found; changed_meanwhile, if there is a version that the owner has not seen. */
async function settle(tx: Tx, { viewer, agentId, version }: Decision): Promise<StoredAgent> {
  const { versionNumber } = await findOwnAgent(tx, viewer, agentId);
  if (versionNumber !== version) throw changedMeanwhile();
  await recordRest(tx, agentId);
  return findOwnAgent(tx, viewer, agentId);
}

const UNTESTED: Published = { failedTests: null, overriddenBy: null };

async function publish(tx: Tx, { id, versionNumber }: StoredAgent, tests: Published): Promise<void> {
  await setPublishedVersion(tx, id, versionNumber);
  await notePublished(tx, id, versionNumber, tests);
}

/** The owner changes test questions while they are asked; then they are asked again. */
const MAX_TRIES = 3;

/**
 * Asks the test questions of the version, and then lets `act` publish it in a transaction that makes sure that exactly this
 * version and these questions were tested. @throws DomainError not_found, changed_meanwhile, tests_failed.
 */
async function throughGate(
  deps: TestDeps,
  publication: Publication,
  act: (tx: Tx, agent: StoredAgent, tests: Published) => Promise<DraftState>,
): Promise<DraftState> {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const before = await findOwnAgent(deps.db, publication.viewer, publication.agentId);
    if (before.versionNumber !== publication.version) throw changedMeanwhile();
    const gate = before.publishedVersion === null ? "off" : await findGate(deps.db, before.id);
    const tested = gate === "off" ? null : await testVersion(deps, before.id, publication.version);
    const decide = async (tx: Tx): Promise<DraftState | "unseen" | "untested"> => {
      const agent = await settle(tx, publication);
      // It is kept as a version, so that it can be seen and tested.
      if (tested && tested.all > 0 && agent.versionNumber !== publication.version) return "unseen";
      if (!(await isAsTested(tx, agent, gate, tested))) return "untested";
      if (tested && tested.failed > publication.override) throw testsFailed(tested);
      return act(tx, agent, noteOf(tested, publication, agent));
    };
    const done = await deps.db.transaction(decide, { isGrowth: true });
    if (done === "unseen") break;
    if (done !== "untested") return done;
  }
  throw changedMeanwhile();
}

/** What the history says about it. The administrator is not named in another account. */
function noteOf(tested: Tested | null, { viewer }: Publication, { accountId }: StoredAgent): Published {
  if (!tested || tested.all === 0) return UNTESTED;
  const name = isOfBusiness(viewer, accountId) ? viewer.username : "";
  return { failedTests: tested.failed, overriddenBy: tested.failed > 0 ? name : null };
}

/** Whether what was decided before the transaction still holds in it. */
async function isAsTested(tx: Tx, { id, publishedVersion }: StoredAgent, gate: PublishGate, tested: Tested | null): Promise<boolean> {
  const now = publishedVersion === null ? "off" : await findGate(tx, id);
  if (now !== gate) return false;
  return gate === "off" || (tested !== null && tested.mark === (await markOfGolden(tx, id)));
}

const testsFailed = ({ failed, all }: Tested) => new DomainError("tests_failed", told("golden.notPublished", { failed, all }));

/** Switching it off publishes the changes that wait. @throws DomainError not_found, changed_meanwhile, tests_failed. */
export async function setDraftMode(deps: TestDeps, publication: Publication, isOn: boolean): Promise<DraftState> {
  const { viewer } = publication;
  const read = async (tx: Tx, { id }: StoredAgent) => readDraft(tx, await findOwnAgent(tx, viewer, id));
  if (!isOn) {
    return throughGate(deps, publication, async (tx, agent, tests) => {
      if (agent.publishedVersion !== null) await publish(tx, agent, tests);
      await setPublishedVersion(tx, agent.id, null);
      return read(tx, agent);
    });
  }
  const set = async (tx: Tx) => {
    const agent = await settle(tx, publication);
    if (agent.publishedVersion === null) await publish(tx, agent, UNTESTED);
    return read(tx, agent);
  };
  return deps.db.transaction(set, { isGrowth: true });
}

/** Visitors get the newest version. @throws DomainError not_found, changed_meanwhile, tests_failed. */
export async function publishDraft(deps: TestDeps, publication: Publication): Promise<DraftState> {
  return throughGate(deps, publication, async (tx, agent, tests) => {
    if (agent.publishedVersion !== null) await publish(tx, agent, tests);
    return readDraft(tx, await findOwnAgent(tx, publication.viewer, agent.id));
  });
}

/** @throws DomainError not_found. */
export async function setGate({ db }: Deps, viewer: Viewer, agentId: string, gate: PublishGate): Promise<DraftState> {
  return db.transaction(async (tx) => {
    const agent = await findOwnAgent(tx, viewer, agentId);
    await putGate(tx, agent.id, gate);
    return readDraft(tx, agent);
  });
}

/**
 * The published version is restored, as a new version with the same content, which is the published one from now on. The
 * draft stays in the history. @throws DomainError not_found, changed_meanwhile, plan_limit, too_large.
 */
export async function discardDraft({ db }: Deps, decision: Decision): Promise<DraftState & { previous: number }> {
  const { viewer, agentId } = decision;
  const discard = async (tx: Tx) => {
    const agent = await settle(tx, decision);
    const { publishedVersion, versionNumber: previous } = agent;
    if (publishedVersion !== null) {
      // A draft that fills the history could otherwise not be discarded.
      await setPublishedVersion(tx, agentId, null);
      await restoreIn(tx, viewer, agentId, String(publishedVersion));
      await publish(tx, await findOwnAgent(tx, viewer, agentId), UNTESTED);
    }
    return { ...(await readDraft(tx, await findOwnAgent(tx, viewer, agentId))), previous };
  };
  return db.transaction(discard, { isGrowth: true });
}
