import { createFactCheck, type FactSources } from "../../src/server/replies/facts/check.ts";

/** Sends a reply through the check in pieces; `isCut`: whether a piece ends at this position. */
export function sendInPieces(sources: FactSources, reply: string, isCut: (at: number) => boolean) {
  const check = createFactCheck(sources);
  let shown = "";
  let from = 0;
  for (let at = 1; at <= reply.length; at++) {
    if (at < reply.length && !isCut(at)) continue;
    shown += check.write(reply.slice(from, at));
    from = at;
  }
  return { shown: shown + check.end(), stopped: check.stopped() };
}
