import { z } from "zod";
import { operationCalls } from "../../contract/calls/operation.ts";
import { type Config, readConfig, SERVE_FLAGS } from "../platform/config.ts";
import { type Command, CommandRefused, readFlags, say } from "./command.ts";

const TIMEOUT_MS = 3_000;

const answerSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("ok") }),
  z.object({ status: z.literal("failing"), reasons: z.array(z.string()) }),
]);

export const healthCommand: Command = {
  summary: "ask a running server for its health (for container health checks)",
  usage: `Usage: sapa health [--host HOST] [--port PORT]

Exit code 0 if the server can receive and store messages; 1, with the reasons, if it cannot, or if it does not answer.

  --host HOST   where the server listens (SAPA_HOST; default 127.0.0.1)
  --port PORT   its port (SAPA_PORT; default 3000)`,
  async run(args) {
    const read = readFlags(healthCommand, args, { host: SERVE_FLAGS.host, port: SERVE_FLAGS.port });
    if (!read) return 0;
    const url = addressOf(readConfig(read.flags));
    const response = await fetch(`${url}${operationCalls.checkHealth.path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (error: Error) => {
        throw new CommandRefused(`no answer from ${url} (${error.message})`);
      },
    );
    const answer = answerSchema.safeParse(await response.json().catch(() => null));
    if (answer.data?.status === "failing") throw new CommandRefused(`${url} is failing: ${answer.data.reasons.join(", ")}`);
    if (!response.ok || !answer.success) throw new CommandRefused(`${url} answered ${response.status}; is it a Sapa server?`);
    say("ok");
    return 0;
  },
};

/** The address at which a server with this configuration can be reached from its own machine. */
export function addressOf({ host, port }: Pick<Config, "host" | "port">): string {
  const bare = host.replace(/^\[|\]$/g, "");
  // A server listens on the wildcard addresses; connecting to them does not work on every system.
  const reachable = bare === "0.0.0.0" ? "127.0.0.1" : bare === "::" ? "::1" : bare;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}
