/** Notices on the wire. */
import type { Notice } from "../../contract/notice.ts";
import type { StoredNotice } from "./store.ts";

export function presentNotice({ id, kind, body, createdAt }: StoredNotice): Notice {
  return {
    id,
    kind,
    at: new Date(createdAt).toISOString(),
    planName: body.planName ?? "",
    validUntil: typeof body.validUntil === "number" ? new Date(body.validUntil).toISOString() : null,
    days: body.days ?? null,
    pausedAgents: body.pausedAgents ?? 0,
    attempts: body.attempts ?? 0,
    addresses: body.addresses ?? 0,
    signUps: body.signUps ?? 0,
    agentId: body.agentId ?? "",
    agentName: body.agentName ?? "",
    entries: body.entries ?? 0,
    sourceId: body.sourceId ?? "",
    sourceName: body.sourceName ?? "",
    pages: body.pages ?? 0,
    questions: body.questions ?? 0,
  };
}
