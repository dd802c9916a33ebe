/**
 * Changes that wait until they are published (docs/decisions/2026-11-23-publishing.md). The agent's rows have the draft, and
 * visitors get the version that `published_version` names.
 */
import { told } from "../../../contract/messages/message.ts";
import type { DraftState } from "../../../contract/version.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Viewer } from "../../platform/http/endpoint.ts";
import type { Db, Reader, Tx } from "../../platform/storage/db.ts";
import { findOwnAgent } from "../save.ts";
import { type StoredAgent, setPublishedVersion } from "../store.ts";
import { recordRest } from "./keep-version.ts";
import { countSince } from "./read-versions.ts";
import { restoreIn } from "./restore-version.ts";
import { findVersion, notePublished } from "./versions-store.ts";

interface Deps {
  db: Db;
}

/** The agent, and the newest version that its owner has seen. */
interface Decision {
  viewer: Viewer;
  agentId: string;
  version: number;
}

export async function readDraft(db: Reader, agent: StoredAgent): Promise<DraftState> {
  const { id, publishedVersion: published, versionNumber: newest } = agent;
  if (published === null) return { published, publishedAt: null, newest, changes: 0 };
  const at = (await findVersion(db, id, published))?.publishedAt ?? null;
  const changes = await countSince(db, agent, published);
  return { published, publishedAt: at === null ? null : new Date(at).toISOString(), newest, changes };
}

/** What was changed without a version becomes one. @throws DomainError not_found; changed_meanwhile, if there is a version that the owner has not seen. */
async function settle(tx: Tx, { viewer, agentId, version }: Decision): Promise<StoredAgent> {
  const { versionNumber } = await findOwnAgent(tx, viewer, agentId);
  if (versionNumber !== version) throw new DomainError("changed_meanwhile", told("agents.changedMeanwhile"));
  await recordRest(tx, agentId);
  return findOwnAgent(tx, viewer, agentId);
}

async function publish(tx: Tx, { id, versionNumber }: StoredAgent): Promise<void> {
  await setPublishedVersion(tx, id, versionNumber);
  await notePublished(tx, id, versionNumber);
}

/** Switching it off publishes the changes that wait. @throws DomainError not_found, changed_meanwhile. */
export async function setDraftMode({ db }: Deps, decision: Decision, isOn: boolean): Promise<DraftState> {
  const set = async (tx: Tx) => {
    const agent = await settle(tx, decision);
    if (isOn && agent.publishedVersion === null) await publish(tx, agent);
    if (!isOn) await setPublishedVersion(tx, agent.id, null);
    return readDraft(tx, await findOwnAgent(tx, decision.viewer, agent.id));
  };
  return db.transaction(set, { isGrowth: true });
}

/** Visitors get the newest version. @throws DomainError not_found, changed_meanwhile. */
export async function publishDraft({ db }: Deps, decision: Decision): Promise<DraftState> {
  const act = async (tx: Tx) => {
    const agent = await settle(tx, decision);
    if (agent.publishedVersion !== null) await publish(tx, agent);
    return readDraft(tx, await findOwnAgent(tx, decision.viewer, agent.id));
  };
  return db.transaction(act, { isGrowth: true });
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
      await publish(tx, await findOwnAgent(tx, viewer, agentId));
    }
    return { ...(await readDraft(tx, await findOwnAgent(tx, viewer, agentId))), previous };
  };
  return db.transaction(discard, { isGrowth: true });
}
