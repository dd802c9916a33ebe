/** Several servers on one PostgreSQL, for tests: a proxy in front of them, and a vendor whose replies take their time. */
import { connect as connectTcp, createServer, type Socket } from "node:net";
import { SQL } from "bun";
import { readEnvironment } from "../src/server/platform/config-environment.ts";
import { startPostgres } from "./postgres-server.ts";

/** An empty database, on the server whose URL is in SAPA_TEST_PG or on one in a temporary folder. */
export async function takeEmptyDatabase(): Promise<{ url: string; giveBack(): Promise<void> }> {
  const given = readEnvironment().SAPA_TEST_PG;
  if (!given) {
    const server = await startPostgres();
    return { url: server.url, giveBack: () => server.stop() };
  }
  const name = `sapa_nodes_${process.pid}`;
  const url = new URL(given);
  url.pathname = `/${name}`;
  const admin = new SQL(given, { max: 1 });
  await admin.unsafe(`create database ${name}`);
  return {
    url: url.href,
    async giveBack() {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.close();
    },
  };
}

export interface RoundRobin {
  url: string;
  /** The addresses that get connections, one after the other. */
  targets: string[];
  stop(): void;
}

/** Gives each connection to the next target; if that one refuses it, to the one after it. */
export async function startProxy(): Promise<RoundRobin> {
  const sockets = new Set<Socket>();
  const proxy: RoundRobin = { url: "", targets: [], stop: () => undefined };
  let next = 0;
  const join = (client: Socket, tries: number) => {
    const target = new URL(proxy.targets[next++ % proxy.targets.length] ?? "http://127.0.0.1:9");
    const backend = connectTcp(Number(target.port), target.hostname);
    const refused = () => {
      if (tries >= proxy.targets.length || client.destroyed) client.destroy();
      else join(client, tries + 1);
    };
    backend.once("error", refused);
    backend.once("connect", () => {
      backend.off("error", refused);
      for (const [from, to] of [
        [client, backend],
        [backend, client],
      ] as const) {
        sockets.add(from);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  };
  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    join(client, 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  proxy.url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  proxy.stop = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return proxy;
}

export interface SlowVendor {
  url: string;
  /** How many replies it was asked for. */
  calls: number;
  /** The text of every reply, and how it ends. */
  reply: string;
  lastWord: string;
  stop(): void;
}

/** 0 is a, 25 is z, 26 is za. */
const inLetters = (value: number): string => "z".repeat(Math.floor(value / 26)) + String.fromCharCode(97 + (value % 26));

/** A vendor with OpenAI's protocol, which answers every question with the same pieces, one after the other. */
export function serveSlowVendor({ words, gapMs }: { words: number | readonly string[]; gapMs: number }): SlowVendor {
  // Letters instead of numbers, which the check of facts could take for prices.
  const count = (number: number) => [...Array.from({ length: number - 1 }, (_, i) => `word-${inLetters(i)} `), "finished"];
  const texts = typeof words === "number" ? count(words) : words;
  const vendor: SlowVendor = { calls: 0, url: "", reply: texts.join(""), lastWord: (texts.at(-1) ?? "").trim(), stop: () => undefined };
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      await request.text();
      vendor.calls++;
      const stream = new ReadableStream<Uint8Array>({
        async start(controller) {
          const say = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          for (const content of texts) {
            say(event({ choices: [{ index: 0, delta: { content } }] }));
            await Bun.sleep(gapMs);
          }
          say(event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }));
          say("data: [DONE]\n\n");
          controller.close();
        },
      });
      return new Response(stream, { headers: { "content-type": "text/event-stream" } });
    },
  });
  vendor.url = server.url.origin;
  vendor.stop = () => void server.stop(true);
  return vendor;
}
