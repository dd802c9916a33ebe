/** How a server on this machine is seen from another process. */
import { createServer } from "node:net";
import { join } from "node:path";
import { operationCalls } from "../../contract/calls/operation.ts";
import type { Config } from "../platform/config.ts";
import { errorCode } from "../platform/error-code.ts";
import { findLockHolder } from "../platform/storage/lock-holder.ts";
import type { Figures, ServerState } from "./check.ts";
import { readHealth } from "./network.ts";

const ANSWER_MS = 3_000;

/** `url`: where the server of this configuration would be. Changes nothing. */
export async function lookAtServer(config: Config, url: string): Promise<ServerState> {
  const pid = findLockHolder(join(config.data, "lock.db"));
  let answer: Response;
  try {
    answer = await fetch(`${url}${operationCalls.checkHealth.path}`, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return { kind: "silent" };
    if (!REFUSED.test(errorCode(error))) return { kind: "taken" };
    return pid === null ? await tryPort(config) : { kind: "elsewhere", pid };
  }
  const health = readHealth(await answer.text().catch(() => ""));
  if (!health) return { kind: "taken" };
  const figures = await readFigures(url, config.metricsToken);
  if (health.status === "failing") return { kind: "running", reasons: health.reasons, version: null, pid, figures };
  return { kind: "running", reasons: [], version: health.version ?? null, pid, figures };
}

const REFUSED = /^(?:ConnectionRefused|ECONNREFUSED|FailedToOpenSocket|EADDRNOTAVAIL|ENETUNREACH|EHOSTUNREACH)$/;

/** Nothing answers there: could a server listen? */
function tryPort({ host, port }: Config): Promise<ServerState> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on("error", (error) => {
      const code = errorCode(error);
      if (code === "EADDRINUSE") resolve({ kind: "taken" });
      else if (code === "EACCES") resolve({ kind: "refused" });
      else resolve({ kind: "noAddress" });
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve({ kind: "stopped" })));
  });
}

/** Null where the server does not show them to this process. */
async function readFigures(url: string, token: string | null): Promise<Figures | null> {
  try {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${operationCalls.readMetrics.path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
    return answer.ok ? parseFigures(await answer.text()) : null;
  } catch {
    return null;
  }
}

/** The names of the figures that the checks read. */
export const FIGURES = ["process_open_fds", "process_max_fds", "sapa_forwarded_total"];

/** Reads a page of `/metrics`. */
export function parseFigures(page: string): Figures {
  const read = (name: string): number | null => {
    const line = page.split("\n").find((one) => one.startsWith(`${name} `));
    return line === undefined ? null : Number(line.slice(name.length + 1));
  };
  return {
    openFiles: read("process_open_fds"),
    maxOpenFiles: read("process_max_fds"),
    believed: read('sapa_forwarded_total{believed="yes"}'),
    notBelieved: read('sapa_forwarded_total{believed="no"}'),
  };
}
