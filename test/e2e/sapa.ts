/** The compiled executable, as an operator runs it: in a folder of its own, on a free port of 127.0.0.1. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ModelList } from "../../src/contract/model.ts";
import { until } from "./wait.ts";

export const EXECUTABLE = resolve(import.meta.dir, "../../dist/sapa");
const READY_WITHIN_MS = 60_000;

export interface Sapa {
  url: string;
  pid: number;
  data: string;
  /** What it wrote to standard error so far. */
  log(): string;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>;
  /** SIGKILL: a crash. The data folder stays. */
  kill(): Promise<void>;
  /** Stops it and removes its data folder. */
  dispose(): Promise<void>;
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown },
  ): Promise<{ status: number; body: T }>;
  signUp(name?: string): Promise<{ id: string; token: string; user: Record<string, unknown> }>;
  createAgent(token: string, more?: Record<string, unknown>): Promise<string>;
  /** Makes the administrator and logs in. `user`: the answer of the login. */
  admin(): Promise<{ id: string; token: string; user: Record<string, unknown> }>;
  /** The same for calls alone. */
  adminToken(): Promise<string>;
}

export interface StartOptions {
  env?: Record<string, string>;
  args?: string[];
  /** A data folder that is there already. */
  data?: string;
  /** Runs the executable through another program, such as `["prlimit", "--fsize=…"]`. */
  through?: string[];
  /** Default: dist/sapa. */
  executable?: string;
}

/** Starts the server and waits for its ready line. Rates are raised unless `env` says otherwise. */
export async function startSapa(options: StartOptions = {}): Promise<Sapa> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), "sapa-e2e-"));
  const program = [...(options.through ?? []), options.executable ?? EXECUTABLE];
  const child = Bun.spawn([...program, "serve", "--port", "0", "--data", data, ...(options.args ?? [])], {
    cwd: data,
    // Nothing of this environment: an executable that needs it would fail at an operator's.
    env: { SAPA_RATE_SCALE: "1000", ...options.env },
    stdout: "pipe",
    stderr: "pipe",
  });
  let log = "";
  const reading = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) log += chunk;
  })();
  const url = await readReadyLine(child, () => log);

  const call: Sapa["call"] = async (method, path, { token, body } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };

  const admin: Sapa["admin"] = async () => {
    const email = "admin@example.com";
    const password = "admin-secret-1";
    const made = Bun.spawnSync([EXECUTABLE, "admin", "create", "--email", email, "--password-stdin", "--data", data], {
      stdin: Buffer.from(`${password}\n`),
      env: { ...options.env },
    });
    if (made.exitCode !== 0) throw new Error(`admin create: ${made.stderr.toString()}`);
    const { body } = await call<{ id: string; token: string }>("POST", "/api/login", { body: { email, password } });
    return { id: body.id, token: body.token, user: { ...body } };
  };

  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    const code = await child.exited;
    await reading;
    return code;
  };

  let made = 0;
  return {
    url,
    pid: child.pid,
    data,
    log: () => log,
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
    async dispose() {
      if (child.exitCode === null && child.signalCode === null) await end("SIGTERM");
      if (!options.data) rmSync(data, { recursive: true, force: true });
    },
    call,
    async signUp(name = `owner${++made}`) {
      const { body } = await call<{ id: string; token: string }>("POST", "/api/users/signup", {
        body: { username: name, email: `${name}@example.com`, password: "secret-1" },
      });
      return { id: body.id, token: body.token, user: body };
    },
    async createAgent(token, more = {}) {
      const { body } = await call<{ id: string }>("POST", "/api/chats", { token, body: { chatName: "Kedai Seri", ...more } });
      return body.id;
    },
    admin,
    adminToken: async () => (await admin()).token,
  };
}

/** The server looks for Ollama by itself, with a short timeout that a busy machine may miss. */
export async function untilOllamaIsFound({ call }: Sapa, admin: string): Promise<void> {
  await until(async () => (await call<ModelList>("GET", "/api/models", { token: admin })).body.ollama.isFound);
}

async function readReadyLine(child: Bun.Subprocess<"ignore", "pipe", "pipe">, log: () => string): Promise<string> {
  const late = setTimeout(() => child.kill("SIGKILL"), READY_WITHIN_MS);
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const url = /^Sapa \S+ ready at (\S+)$/m.exec(text)?.[1];
    if (url) {
      clearTimeout(late);
      return url;
    }
  }
  throw new Error(`Sapa did not become ready: ${text}${log()}`);
}
