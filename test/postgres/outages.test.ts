/** What happens to reads and writes when PostgreSQL, or the way to it, fails at any moment. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { connect, createServer, type Server, type Socket } from "node:net";
import { SQL } from "bun";
import { systemClock } from "../../src/server/platform/clock.ts";
import { type Db, StorageFailed, sql } from "../../src/server/platform/storage/db.ts";
import { DatabaseAddress } from "../../src/server/platform/storage/postgres/address.ts";
import { OWN_TABLES } from "../../src/server/platform/storage/postgres/commits.ts";
import { openPostgres } from "../../src/server/platform/storage/postgres/open.ts";
import { type PostgresServer, startPostgres } from "../postgres-server.ts";

setDefaultTimeout(60_000);

let server: PostgresServer;
let admin: SQL;
let proxy: Proxy;
let db: Db;
const open: Db[] = [];

beforeAll(async () => {
  // Commits wait for the disk: what was acknowledged must survive that PostgreSQL is killed.
  server = await startPostgres({ fsync: "on", synchronous_commit: "on", full_page_writes: "on" });
  admin = new SQL(server.url, { max: 1 });
  await admin.unsafe(`${OWN_TABLES} create table things (id bigint primary key, size bigint not null default 0)`);
});
afterAll(async () => {
  await admin.close({ timeout: 0 });
  await server.stop();
});
beforeEach(async () => {
  await admin.unsafe("truncate things");
  proxy = await startProxy(Number(new URL(server.url).port));
  db = openDb();
});
afterEach(async () => {
  for (const one of open.splice(0)) one.close();
  await proxy.stop();
});

function openDb({
  maxConnections,
  port = proxy.port,
  outcomeMs = 3_000,
}: {
  maxConnections?: number;
  port?: number;
  outcomeMs?: number;
} = {}): Db {
  const address = DatabaseAddress.parse(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable`);
  if (typeof address === "string") throw new Error(address);
  const one = openPostgres({ address, clock: systemClock, maxConnections, silenceMs: 4_000, outcomeMs });
  open.push(one);
  return one;
}

const insert = (id: number, on = db) =>
  on.transaction((tx) => tx.run(sql`insert into things (id) values (${id})`), { lock: `visitor:${id}` });
const stored = async () => (await admin.unsafe("select id::int as id from things order by id")).map(({ id }: { id: number }) => id);
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
const backends = async (): Promise<number[]> =>
  (await admin.unsafe("select pid from pg_stat_activity where application_name = 'sapa' and state is not null")).map(
    ({ pid }: { pid: number }) => pid,
  );
const killBackends = () => admin.unsafe("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'sapa'");
async function until(is: () => boolean | Promise<boolean>, ms = 20_000): Promise<number> {
  const begun = performance.now();
  while (!(await is())) {
    if (performance.now() - begun > ms) throw new Error("it did not happen in time");
    await Bun.sleep(20);
  }
  return performance.now() - begun;
}

/** Watches the storage as the server does. */
function watch(one: Db): () => void {
  const timer = setInterval(() => one.storage.look(), 500);
  return () => clearInterval(timer);
}

test("connections that were killed while idle go unnoticed by reads and writes", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, i) => insert(i)));
  await killBackends();
  await Promise.all([...Array.from({ length: 8 }, (_, i) => insert(10 + i)), db.all(sql`select id from things`)]);
  expect(await stored()).toHaveLength(16);
  expect(db.storage.reasons()).toEqual([]);
});

test("a transaction whose connection is killed in the middle runs again and is stored once", async () => {
  let runs = 0;
  await db.transaction(async (tx) => {
    runs++;
    await tx.run(sql`insert into things (id, size) values (1, ${runs})`);
    if (runs === 1) {
      const me = await tx.get<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await admin.unsafe("select pg_terminate_backend($1)", [me?.pid]);
    }
    await tx.run(sql`update things set size = size + 10`);
  });
  expect(runs).toBe(2);
  expect([...(await admin.unsafe("select size::int as size from things"))]).toEqual([{ size: 12 }]);
});

test("a COMMIT whose answer is lost counts as stored, because PostgreSQL says so, and the body does not run again", async () => {
  let runs = 0;
  const changed: unknown[] = [];
  db.onChange("agent", (id) => changed.push(id));
  const add = (id: number, beforeCommit: () => void) =>
    db.transaction(
      async (tx) => {
        runs++;
        await tx.run(sql`insert into things (id) values (${id})`);
        tx.changed("agent", `a${id}`);
      },
      { lock: "visitor:2", beforeCommit },
    );
  // Statements are sent without waiting only once they are prepared.
  await add(1, () => undefined);
  await add(2, () => proxy.loseAnswerToCommit());
  expect([runs, changed, await stored()]).toEqual([2, ["a1", "a2"], [1, 2]]);
});

test("a COMMIT that never arrived is not stored, and the body runs again", async () => {
  await insert(1);
  let runs = 0;
  await db.transaction(
    async (tx) => {
      runs++;
      await tx.run(sql`insert into things (id, size) values (2, ${runs})`);
    },
    { lock: "visitor:2", beforeCommit: () => void (runs === 1 && proxy.cut()) },
  );
  expect(runs).toBe(2);
  expect([...(await admin.unsafe("select size::int as size from things where id = 2"))]).toEqual([{ size: 2 }]);
});

test("a COMMIT that is held up on its way is waited for: PostgreSQL still has the transaction, and the body does not run again", async () => {
  await insert(1);
  let runs = 0;
  await db.transaction(
    async (tx) => {
      runs++;
      await tx.run(sql`insert into things (id, size) values (2, ${runs})`);
    },
    { lock: "visitor:2", beforeCommit: () => void (runs === 1 && proxy.holdUpThenDeliver(1_000)) },
  );
  expect(runs).toBe(1);
  expect([...(await admin.unsafe("select size::int as size from things where id = 2"))]).toEqual([{ size: 1 }]);
});

test("a whole transaction that was held up on its way is refused when it arrives after the program has asked", async () => {
  await insert(1);
  const fences = async () => Number((await admin.unsafe("select count(*) as n from engine_commits where commits = -1"))[0].n);
  const before = await fences();
  let runs = 0;
  // The COMMIT travels with it, because the body waits for nothing.
  proxy.holdUpThenDeliver(2_500);
  await db.transaction(
    async (tx) => {
      runs++;
      tx.send(sql`insert into things (id, size) values (2, ${runs})`);
    },
    { lock: "visitor:2" },
  );
  await Bun.sleep(3_500);
  expect([runs, await fences()]).toEqual([2, before + 1]);
  expect([...(await admin.unsafe("select size::int as size from things where id = 2"))]).toEqual([{ size: 2 }]);
});

test("if PostgreSQL stays away after a lost COMMIT, the write fails as unknown, and is not tried again", async () => {
  await insert(1);
  let runs = 0;
  const fault = await faultOf(
    db.transaction(
      async (tx) => {
        runs++;
        await tx.run(sql`insert into things (id) values (2)`);
      },
      { lock: "visitor:2", beforeCommit: () => proxy.close() },
    ),
  );
  expect(fault).toBeInstanceOf(StorageFailed);
  expect((fault as StorageFailed).message).toContain("outcome is not known");
  expect(runs).toBe(1);
});

test("a backend that does not answer any more is given up, others go on, and the health check is true again", async () => {
  await Promise.all(Array.from({ length: 3 }, (_, i) => insert(i)));
  const frozen = new Set<number>();
  // Also a connection that was still being opened, because everything would go on through it.
  const freeze = async () => {
    for (const pid of await backends()) {
      if (!frozen.has(pid)) process.kill(pid, "SIGSTOP");
      frozen.add(pid);
    }
  };
  const end = watch(db);
  await freeze();
  try {
    const begun = performance.now();
    const write = insert(10);
    await until(async () => {
      if (db.storage.reasons().includes("storage_lost")) return true;
      await freeze();
      return false;
    }, 8_000);
    await write;
    expect(performance.now() - begun).toBeLessThan(20_000);
    await until(() => db.storage.reasons().length === 0, 8_000);
    expect(await db.get(sql`select id from things where id = 10`)).toEqual({ id: 10 });
  } finally {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    end();
  }
});

test("after a restart of PostgreSQL the pool recovers by itself, and nothing that was acknowledged is lost or stored twice", async () => {
  const end = watch(db);
  const acknowledged: number[] = [];
  let next = 0;
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const id = next++;
      if ((await faultOf(insert(id))) === null) acknowledged.push(id);
      else await Bun.sleep(20);
    }
  });
  for (let round = 0; round < 2; round++) {
    const before = acknowledged.length;
    await until(() => acknowledged.length > before + 50);
    await admin.close({ timeout: 0 });
    await server.kill();
    await until(() => db.storage.reasons().includes("storage_lost"), 5_000);
    const begun = performance.now();
    expect(await faultOf(db.all(sql`select 1 as one`))).toBeInstanceOf(StorageFailed);
    expect(performance.now() - begun).toBeLessThan(6_000);
    await server.start();
    admin = new SQL(server.url, { max: 1 });
    await until(() => db.storage.reasons().length === 0, 5_000);
  }
  isOver = true;
  await Promise.all(writers);
  end();
  const found = new Set(await stored());
  expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(100);
});

test("while connections break at random moments, every transaction is stored exactly once or is refused", async () => {
  // The outcome is asked for until long after the connections break no more.
  const patient = openDb({ outcomeMs: 20_000 });
  await insert(0, patient);
  const rounds = { stored: 0, refused: 0, unknown: 0, runs: 0 };
  let isOver = false;
  const add = (lock: string) =>
    patient.transaction(
      async (tx) => {
        rounds.runs++;
        tx.send(sql`update things set size = size + 1 where id = 0`);
        await tx.get(sql`select size from things where id = 0`);
      },
      { lock },
    );
  const writers = Array.from({ length: 6 }, async (_, i) => {
    while (!isOver) {
      const fault = await faultOf(add(`visitor:${i}`));
      if (fault === null) rounds.stored++;
      else if (fault instanceof Error && fault.message.includes("not known")) rounds.unknown++;
      else rounds.refused++;
    }
  });
  for (let round = 0; round < 40; round++) {
    const before = rounds.stored;
    await Bun.sleep(Math.random() * 50);
    if (Math.random() < 0.5) proxy.cut();
    else await killBackends();
    await until(() => rounds.stored > before);
  }
  isOver = true;
  await Promise.all(writers);
  const [{ size }] = await admin.unsafe("select size::int as size from things where id = 0");
  expect({ ...rounds, size }).toEqual({ ...rounds, unknown: 0, size: rounds.stored });
  // Bodies did run again.
  expect(rounds.runs).toBeGreaterThan(rounds.stored);
});

test("a server that cannot be reached refuses soon, and says so in the health check", async () => {
  const nowhere = openDb({ maxConnections: 2, port: 9 });
  const end = watch(nowhere);
  const begun = performance.now();
  const faults = await Promise.all([faultOf(nowhere.all(sql`select 1 as one`)), faultOf(insert(1, nowhere))]);
  expect(faults).toEqual([expect.any(StorageFailed), expect.any(StorageFailed)]);
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(nowhere.storage.reasons()).toEqual(["storage_lost"]);
  expect(nowhere.storage.takeRefused()).toBeGreaterThan(1);
  end();
});

test("a server that allows fewer connections than the pool wants serves all callers with those", async () => {
  await admin.unsafe("create role few login connection limit 3");
  await admin.unsafe("grant all on all tables in schema public to few");
  const address = DatabaseAddress.parse(`postgres://few@127.0.0.1:${proxy.port}/postgres?sslmode=disable`);
  if (typeof address === "string") throw new Error(address);
  const few = openPostgres({ address, clock: systemClock });
  open.push(few);
  const slow = (id: number) =>
    few.transaction(
      async (tx) => {
        await tx.run(sql`insert into things (id) values (${id})`);
        await tx.all(sql`select pg_sleep(0.3)`);
      },
      { lock: `visitor:${id}` },
    );
  // Longer than callers wait for a server that refuses every connection.
  await Promise.all(Array.from({ length: 30 }, (_, id) => slow(id)));
  expect(await stored()).toHaveLength(30);
  expect(few.storage.reasons()).toEqual([]);
});

test("a server that accepts no writes is reported, and reads go on", async () => {
  const end = watch(db);
  await admin.unsafe("alter database postgres set default_transaction_read_only = on");
  await killBackends();
  try {
    await until(() => db.storage.reasons().includes("storage_failing"));
    expect(await faultOf(insert(1))).toBeInstanceOf(StorageFailed);
    expect(await db.all(sql`select id from things`)).toEqual([]);
  } finally {
    await admin.unsafe("set default_transaction_read_only = off");
    await admin.unsafe("alter database postgres reset default_transaction_read_only");
    await killBackends();
  }
  await until(() => db.storage.reasons().length === 0);
  await insert(1);
  end();
});

interface Proxy {
  port: number;
  /** Ends all connections in both directions. */
  cut(): void;
  /** Lets everything pass to PostgreSQL, and ends the connection when PostgreSQL has answered a COMMIT. */
  loseAnswerToCommit(): void;
  /** Ends the client's side, and keeps what it has sent for `ms` before PostgreSQL gets it. */
  holdUpThenDeliver(ms: number): void;
  /** Accepts nothing any more. */
  close(): void;
  stop(): Promise<void>;
}

async function startProxy(target: number): Promise<Proxy> {
  const pairs = new Set<{ client: Socket; backend: Socket }>();
  let mode: "pass" | "lose" | "hold" = "pass";
  let heldMs = 0;
  const proxy: Server = createServer((client) => {
    const backend = connect(target, "127.0.0.1");
    const pair = { client, backend };
    pairs.add(pair);
    const drop = () => {
      pairs.delete(pair);
      client.destroy();
      backend.destroy();
    };
    client.on("data", (bytes) => {
      if (mode !== "hold") return void backend.write(bytes);
      mode = "pass";
      pairs.delete(pair);
      backend.removeAllListeners("data");
      client.removeAllListeners("close").removeAllListeners("data").destroy();
      setTimeout(() => backend.end(bytes), heldMs);
    });
    backend.on("data", (bytes) => {
      if (mode !== "lose") client.write(bytes);
      else if (bytes.includes("COMMIT\0")) {
        mode = "pass";
        drop();
      }
    });
    for (const socket of [client, backend]) socket.on("close", drop).on("error", drop);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  const cut = () => {
    for (const { client, backend } of pairs) {
      client.destroy();
      backend.destroy();
    }
    pairs.clear();
  };
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut,
    loseAnswerToCommit() {
      mode = "lose";
    },
    holdUpThenDeliver(ms) {
      mode = "hold";
      heldMs = ms;
    },
    close() {
      proxy.close();
      cut();
    },
    async stop() {
      cut();
      await new Promise<void>((resolve) => {
        if (!proxy.listening) resolve();
        else proxy.close(() => resolve());
      });
    },
  };
}
