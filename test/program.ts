/** The whole program, from source, as processes of their own. */
import { resolve } from "node:path";
import { until } from "./until.ts";

const MAIN = resolve(import.meta.dir, "../src/server/main.ts");
const PASSWORD = "admin-secret";

export interface Ended {
  code: number;
  out: string;
  complaint: string;
}

export interface Server {
  url: string;
  child: Bun.Subprocess;
  log(): string;
}

export interface Program {
  /** Starts a command. Its standard input has a password. */
  start(args: string[], env?: Record<string, string>): Bun.Subprocess<Blob | "ignore" | Uint8Array, "pipe", "pipe">;
  /** Runs a command to its end. */
  run(args: string[], env?: Record<string, string>): Promise<Ended>;
  /** Resolves when the server is ready, or has ended: then its `url` says so. */
  serve(env?: Record<string, string>): Promise<Server>;
  /** Kills what still runs. */
  stop(): Promise<void>;
}

/** `defaults`: the environment of every process, which has nothing else. `command`: default: from source. */
export function createProgram(defaults: () => Record<string, string>, command = [process.execPath, MAIN]): Program {
  const running: Bun.Subprocess[] = [];
  const start: Program["start"] = (args, env = {}) => {
    const child = Bun.spawn([...command, ...args], {
      env: { ...defaults(), ...env },
      stdin: Buffer.from(`${PASSWORD}\n`),
      stdout: "pipe",
      stderr: "pipe",
    });
    running.push(child);
    return child;
  };
  return {
    start,
    async run(args, env) {
      const child = start(args, env);
      const [code, out, complaint] = await Promise.all([
        child.exited,
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      return { code, out, complaint };
    },
    async serve(env) {
      const child = start(["serve", "--port", "0"], env);
      const log: string[] = [];
      const read = async (stream: ReadableStream<Uint8Array>) => {
        for await (const bytes of stream) log.push(new TextDecoder().decode(bytes));
      };
      void read(child.stdout);
      void read(child.stderr);
      const url = await until(
        () => (child.exitCode === null ? /ready at (\S+)/.exec(log.join(""))?.[1] : `ended with ${child.exitCode}`),
        30_000,
      );
      return { url: url ?? "", child, log: () => log.join("") };
    },
    async stop() {
      for (const one of running.splice(0)) {
        one.kill("SIGKILL");
        await one.exited;
      }
    },
  };
}

/** A call of the API with JSON. */
export async function ask(url: string, method: string, path: string, body?: unknown, token?: string) {
  const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(`${url}${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}
