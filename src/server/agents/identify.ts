/** Known visitors: the owner's server vouches for them with the agent's secret. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Identity, identityMessage } from "../../contract/chat.ts";
import { type Author, recordAudit } from "../audit/store.ts";
import { randomText } from "../platform/ids.ts";
import type { Keys } from "../platform/keys.ts";
import type { Db } from "../platform/storage/db.ts";
import { lineOf } from "./save.ts";
import { findIdentifySecret, type StoredAgent, setIdentifySecret } from "./store.ts";

const contextOf = (agentId: string) => `agent:${agentId}:identify`;

/** Replaces the agent's secret; signatures made with the old one are no longer valid. @returns the secret, this one time. */
export async function rotateIdentifySecret(deps: { db: Db; keys: Keys }, author: Author, agent: StoredAgent): Promise<string> {
  const secret = randomText(32);
  await deps.db.transaction(async (tx) => {
    await setIdentifySecret(tx, agent.id, deps.keys.seal(secret, contextOf(agent.id)));
    await recordAudit(tx, { ...author, action: "agent.identify_secret", ...lineOf(agent) });
  });
  return secret;
}

/** Whether the owner's server signed exactly this identity, and the signature has not expired. */
export async function isVouchedFor(deps: { db: Db; keys: Keys }, agentId: string, identity: Identity): Promise<boolean> {
  const sealed = await findIdentifySecret(deps.db, agentId);
  if (sealed === null || identity.expires * 1000 <= deps.db.now) return false;
  const wanted = createHmac("sha256", deps.keys.open(sealed, contextOf(agentId)))
    .update(identityMessage(agentId, identity))
    .digest();
  return timingSafeEqual(wanted, Buffer.from(identity.hash, "hex"));
}
