/** Whether the addresses of two nodes can be right. If they are not, visitors are refused only now and then, without a cause. */

import { isLoopback } from "../platform/http/address.ts";
import type { Log } from "../platform/log.ts";
import type { OtherNode } from "./node.ts";

interface Seen extends OtherNode {
  id: string;
}

/**
 * @param afterMs how long both must be alive before the log says so: the row of a server that was killed and started
 * again is still there
 * @returns a function to call after each heartbeat, with the other nodes and the time by the monotonic clock
 */
export function createAddressCheck(log: Log, afterMs: number): (own: string, others: Iterable<Seen>, now: number) => void {
  const seen = new Map<string, { since: number; isChecked: boolean }>();
  return (own, others, now) => {
    const ids = new Set<string>();
    for (const { id, name, url } of others) {
      ids.add(id);
      const known = seen.get(id) ?? { since: now, isChecked: false };
      seen.set(id, known);
      if (known.isChecked || now - known.since < afterMs) continue;
      known.isChecked = true;
      const problem = problemOf(own, url);
      if (problem) log.warn(problem, { node: id, name, url: own, otherUrl: url });
    }
    for (const id of [...seen.keys()]) if (!ids.has(id)) seen.delete(id);
  };
}

function problemOf(own: string, other: string): string | null {
  if (own === other) return "another server has the same --node-url as this one: each needs an address of its own";
  if (isHere(own) === isHere(other)) return null;
  return "the --node-url of one of two servers can only be reached on its own machine: set --node-url, or --host";
}

const isHere = (url: string): boolean => isLoopback(URL.parse(url)?.hostname ?? "");
