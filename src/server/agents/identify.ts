/** Visitors whom the owner's own site knows: vouched for by its server, with a secret of the agent. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Identity, identityMessage } from "../../contract/chat.ts";
import type { Db } from "../platform/db.ts";
import type { Keys } from "../platform/keys.ts";
import { findIdentifySecret, setIdentifySecret } from "./store.ts";

const contextOf = (agentId: string) => `agent:${agentId}:identify`;

/** Another secret in place of the last one, whose signatures are worth nothing from then on. @returns it, once. */
export async function rotateIdentifySecret(deps: { db: Db; keys: Keys }, agentId: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await deps.db.transaction((tx) => setIdentifySecret(tx, agentId, deps.keys.seal(secret, contextOf(agentId))));
  return secret;
}

/** Whether the owner's server vouched for exactly this, and the time has not passed. */
export async function isVouchedFor(deps: { db: Db; keys: Keys }, agentId: string, identity: Identity): Promise<boolean> {
  const sealed = await findIdentifySecret(deps.db, agentId);
  if (sealed === null || identity.expires * 1000 <= deps.db.now) return false;
  const wanted = createHmac("sha256", deps.keys.open(sealed, contextOf(agentId)))
    .update(identityMessage(agentId, identity))
    .digest();
  return timingSafeEqual(wanted, Buffer.from(identity.hash, "hex"));
}
