/**
 * How much one address can slow down other visitors: the time of another visitor's reply, alone and while 30 sockets send
 * as fast as they can, and how long the server's event loop was blocked. The server, the flood and the neighbour are
 * separate processes on the same cores, so the processor time of each is printed. Blocking is also printed in processor
 * time, because other programs can delay the event loop in wall time. Run: bun bench/neighbours.ts [KIND …]
 */

import { systemClock } from "../src/server/platform/clock.ts";
import { sql } from "../src/server/platform/storage/db.ts";
import { type FakeClock, testApp } from "../test/app.ts";
import { openSocket } from "../test/socket-client.ts";
import { quantile } from "./measuring.ts";

const SOCKETS = 30;
const FLOOD_MS = 6_000;
/** Enough replies for the slowest hundredth to be more than one reply. */
const NEIGHBOURS = 25;
const ASKS = 5;
const TICK_MS = 5;
/** Frames that one socket of the flood sends before it yields to its own event loop. */
const BURST = 20;
/** A page waits about this long before it connects again; the kind with "at once" does not wait. */
const BACK_AFTER_MS = 500;

const KINDS = ["quiet", "hello", "resume", "reset", "chatMessage", "malformed", "hostile text", "hello, connecting again at once"] as const;
type Kind = (typeof KINDS)[number];
const HOSTILE = ["-a", "a.a.", "9am-", "à-", "saya", "{{image ", "[im", "<visitor "];

interface Held {
  wall: number;
  cpu: number;
  serverCpu: number;
}
interface Place {
  url: string;
  victim: string;
  attacked: string;
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const send = (message: unknown) => process.send?.(message);

/** Runs the server with the limits of an installation. It reports how long its event loop was blocked. */
async function runServer(): Promise<void> {
  const env = { SAPA_TRUSTED_PROXY: "127.0.0.1" };
  const sapa = await testApp({ rateScale: 1, env, clock: systemClock as FakeClock });
  await sapa.db.transaction((tx) => tx.run(sql`update plans set knowledge_word_limit = 100000, msg_limit = 100000`));
  const good = await sapa.signUp("good");
  const bad = await sapa.signUp("bad");
  const victim = await sapa.createAgent(good.token, { knowledge: ["We open at nine every day.\n\nKopi costs RM4.50."] });
  const hostile = HOSTILE.map((unit) => unit.repeat(100_000 / unit.length)).join("\n\n");
  const attacked = await sapa.createAgent(bad.token, { knowledge: [hostile] });
  const url = await sapa.listen();
  let held = { wall: 0, cpu: 0 };
  let before = { wall: performance.now(), cpu: cpuMs() };
  let began = cpuMs();
  setInterval(() => {
    const now = { wall: performance.now(), cpu: cpuMs() };
    held = { wall: Math.max(held.wall, now.wall - before.wall - TICK_MS), cpu: Math.max(held.cpu, now.cpu - before.cpu) };
    before = now;
  }, TICK_MS);
  process.on("message", (message) => {
    if (message === "begin") {
      held = { wall: 0, cpu: 0 };
      began = cpuMs();
      send("begun");
    } else if (message === "end") send({ ...held, serverCpu: cpuMs() - began } satisfies Held);
    else void sapa.close().then(() => process.exit(0));
  });
  send({ url, victim, attacked } satisfies Place);
}

async function ticketFrom(url: string, chatId: string, address: string): Promise<string> {
  const response = await fetch(`${url}/api/chats/${chatId}/ticket`, { method: "POST", headers: { "x-forwarded-for": address } });
  return ((await response.json()) as { ticket: string }).ticket;
}

/** The frames that an attacker sends, one after the other. */
function frameOf(kind: Kind, chatId: string, session: string, place: number): [event: string, data: unknown] {
  const id = `flood-${place}-${crypto.randomUUID()}`;
  if (kind === "resume") return ["resume", { id, chunkIndex: -1 }];
  if (kind === "reset") return ["reset", {}];
  if (kind === "malformed") return ["nonsense", "[".repeat(50_000)];
  if (kind === "chatMessage") return ["chatMessage", { id, text: "When do you open?" }];
  if (kind === "hostile text") return ["chatMessage", { id, text: (HOSTILE[place % HOSTILE.length] ?? "").repeat(2_000).slice(0, 4_000) }];
  return ["hello", { chatId, session }];
}

/** Runs 30 sockets of one address until the time is over. */
async function runFlood(url: string, chatId: string, kind: Kind): Promise<void> {
  const address = "203.0.113.7";
  const deadline = performance.now() + FLOOD_MS;
  const began = cpuMs();
  let sent = 0;
  let opened = 0;
  const flood = async () => {
    let session = "";
    while (performance.now() < deadline) {
      const ticket = session === "" ? await ticketFrom(url, chatId, address) : undefined;
      opened++;
      const client = await openSocket(url, { "x-forwarded-for": address }).catch(() => null);
      if (!client) {
        if (!kind.endsWith("at once")) await Bun.sleep(BACK_AFTER_MS);
        continue;
      }
      let isOpen = true;
      void client.closed.then(() => {
        isOpen = false;
      });
      client.send("hello", { chatId, ticket, session: session || undefined });
      const greeted = await client.next("session").catch(() => null);
      session = greeted?.data.session ?? session;
      for (let place = 0; isOpen && performance.now() < deadline; place++) {
        client.send(...frameOf(kind, chatId, session, place));
        sent++;
        if (place % BURST === BURST - 1) await new Promise((resolve) => setImmediate(resolve));
        client.events.length = 0;
      }
      client.close();
      if (!kind.endsWith("at once")) await Bun.sleep(BACK_AFTER_MS);
    }
  };
  await Promise.all(Array.from({ length: SOCKETS }, () => flood().catch(() => {})));
  send({ sent, opened, cpu: cpuMs() - began });
  process.exit(0);
}

/** Starts this file in another role. */
function start(...args: string[]) {
  const inbox: unknown[] = [];
  let wake = () => {};
  const child = Bun.spawn([process.execPath, import.meta.path, ...args], {
    stdout: "inherit",
    stderr: "inherit",
    ipc(message) {
      inbox.push(message);
      wake();
    },
  });
  const next = async <T>(): Promise<T> => {
    while (inbox.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return inbox.shift() as T;
  };
  return { child, next };
}

/** @returns the milliseconds of each reply to visitors of other addresses, one after the other. */
async function askAll({ url, victim }: Place): Promise<number[]> {
  const times: number[] = [];
  for (let place = 0; place < NEIGHBOURS; place++) {
    const address = `198.51.100.${place + 1}`;
    const ticket = await ticketFrom(url, victim, address);
    const client = await openSocket(url, { "x-forwarded-for": address });
    client.send("hello", { chatId: victim, ticket });
    await client.next("session");
    for (let ask = 0; ask < ASKS; ask++) {
      const began = performance.now();
      const { error } = await client.ask("When do you open?");
      times.push(error === null ? performance.now() - began : Number.POSITIVE_INFINITY);
    }
    client.close();
  }
  return times;
}

async function measure(kind: Kind) {
  const server = start("server");
  const place = await server.next<Place>();
  // Warm up, because an installation runs compiled code.
  await askAll(place);
  server.child.send("begin");
  await server.next();
  const flood = kind === "quiet" ? null : start("flood", place.url, place.attacked, kind);
  if (flood) await Bun.sleep(500);
  const times = await askAll(place);
  const done = await flood?.next<{ sent: number; opened: number; cpu: number }>();
  server.child.send("end");
  const held = await server.next<Held>();
  server.child.send("stop");
  await server.child.exited;
  return { times, held, done };
}

async function compare(): Promise<void> {
  console.log(
    `${SOCKETS} sockets of one address, ${FLOOD_MS / 1000} s each; replies by the built-in answerer to visitors of other addresses`,
  );
  console.log(
    "flood                             frames  sockets   reply p50 / p99 (ms)   p99 ÷ quiet   loop blocked: wall / CPU (ms)   CPU: server / flood (ms)",
  );
  let quiet = Number.NaN;
  const chosen = process.argv.slice(2);
  for (const kind of KINDS.filter((kind) => kind === "quiet" || chosen.length === 0 || chosen.includes(kind))) {
    const { times, held, done } = await measure(kind);
    const p99 = quantile(times, 0.99);
    if (kind === "quiet") quiet = p99;
    console.log(
      kind.padEnd(32),
      String(done?.sent ?? 0).padStart(7),
      String(done?.opened ?? 0).padStart(8),
      `${quantile(times, 0.5).toFixed(0)} / ${p99.toFixed(0)}`.padStart(22),
      (p99 / quiet).toFixed(2).padStart(13),
      `${held.wall.toFixed(0)} / ${held.cpu.toFixed(0)}`.padStart(28),
      `${held.serverCpu.toFixed(0)} / ${(done?.cpu ?? 0).toFixed(0)}`.padStart(26),
    );
  }
}

const [role, ...rest] = process.argv.slice(2);
if (role === "server") await runServer();
else if (role === "flood") await runFlood(rest[0] ?? "", rest[1] ?? "", (rest[2] ?? "hello") as Kind);
else await compare();
