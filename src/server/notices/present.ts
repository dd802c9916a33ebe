/** Notices on the wire. */
import type { Notice } from "../../contract/notice.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { StoredNotice } from "./store.ts";

const daysUntil = (at: number, now: number) => Math.max(0, Math.ceil((at - now) / DAY_MS));

/** `now`: the days that are left are counted from then on, because a notice is shown for days. */
export function presentNotice({ id, kind, body, createdAt }: StoredNotice, now: number): Notice {
  return {
    id,
    kind,
    at: new Date(createdAt).toISOString(),
    planName: body.planName ?? "",
    validUntil: typeof body.validUntil === "number" ? new Date(body.validUntil).toISOString() : null,
    days: kind === "ending" ? daysUntil(body.validUntil ?? now, now) : null,
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
