/**
 * `sapa upgrade` and `sapa rollback` with executables of three versions: a newer one that works, with another schema, and one
 * whose server fails. Whatever happens, the program that is in place starts with all acknowledged messages.
 */
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectNothingLost, flood } from "../e2e/aftermath.ts";
import { makeKey, writeRelease } from "../signed-release.ts";
import { connect, type SocketClient } from "../socket-client.ts";
import { until } from "../until.ts";
import { LIMIT_MS, rounds } from "./scale.ts";
import { buildVersion } from "./versions-of-sapa.ts";

const OLD = "9.0.0";
const NEW = "9.1.0";
const SICK = "9.2.0";
const ENV = { SAPA_RATE_SCALE: "1000", PATH: "/usr/bin:/bin" };
const { key } = makeKey();

let built: string;
const executables: Record<string, string> = {};
const releases: Record<string, string> = {};

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), "sapa-upgrade-"));
  const kinds = [
    { version: OLD, migrations: 0 },
    { version: NEW, migrations: 1 },
    { version: SICK, migrations: 2, isSick: true },
  ];
  for (const kind of kinds) {
    const executable = await buildVersion(join(built, `clone-${kind.version}`), { ...kind, publicKey: key.publicKey });
    executables[kind.version] = executable;
    const target = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
    releases[kind.version] = await writeRelease(join(built, kind.version), {
      version: kind.version,
      executables: { [target]: executable },
      key,
    });
  }
}, LIMIT_MS);
afterAll(() => rmSync(built, { recursive: true, force: true }));

let folder: string;
let data: string;
let sapa: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-upgraded-"));
  data = join(folder, "data");
  sapa = join(folder, "bin/sapa");
  mkdirSync(join(folder, "bin"));
  copyFileSync(executables[OLD] ?? "", sapa);
  // What a service manager does: the server outlives the command that starts it, and stops in order.
  writeFileSync(
    join(folder, "start"),
    `#!/bin/sh\ncd '${folder}' && SAPA_RATE_SCALE=1000 setsid '${sapa}' serve --port 0 --data '${data}' >out 2>>log </dev/null & echo $! >'${folder}/pid'\n`,
    { mode: 0o755 },
  );
  writeFileSync(
    join(folder, "stop"),
    `#!/bin/sh\nkill $(cat '${folder}/pid') 2>/dev/null\nfor i in $(seq 300); do kill -0 $(cat '${folder}/pid') 2>/dev/null || exit 0; sleep 0.05; done; exit 1\n`,
    { mode: 0o755 },
  );
});
afterEach(async () => {
  await endServer();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const child = Bun.spawn([sapa, ...args], { cwd: folder, env: ENV, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code, out, complaint };
}
const commands = () => ["--data", data, "--stop", join(folder, "stop"), "--start", join(folder, "start")];
const versionInPlace = async () => (await run("version")).out.trim().replace("sapa ", "");

/** Starts the program that is in place. @returns its address */
async function startServer(): Promise<string> {
  rmSync(join(folder, "out"), { force: true });
  Bun.spawnSync([join(folder, "start")], { stdio: ["ignore", "ignore", "ignore"] });
  return await readUrl();
}
const readUrl = async () =>
  (await until(() => existsSync(join(folder, "out")) && / ready at (\S+)/.exec(readFileSync(join(folder, "out"), "utf8"))?.[1], 60_000)) ||
  "";
async function endServer(): Promise<void> {
  if (existsSync(join(folder, "pid"))) Bun.spawnSync([join(folder, "stop")], { stdio: ["ignore", "ignore", "ignore"] });
}

/** What a refused upgrade must not touch. */
const everything = () =>
  Object.fromEntries(
    readdirSync(join(folder, "bin"))
      .map((name) => join(folder, "bin", name))
      .map((path) => [path, new Bun.CryptoHasher("sha256").update(readFileSync(path)).digest("hex")]),
  );
const migrationsApplied = () => {
  const database = new Database(join(data, "sapa.db"), { readonly: true });
  const names = database.query<{ name: string }, []>("select name from schema_migrations").all();
  database.close();
  return names.filter(({ name }) => name.includes("_test_")).length;
};

describe("refusals", () => {
  test(
    "with one flipped byte, an older version, no signature or another system's executable, nothing is touched and the server goes on",
    async () => {
      const url = await startServer();
      const before = everything();
      const files = readdirSync(data).sort();
      const odd = join(folder, "release");
      const copy = () => {
        rmSync(odd, { recursive: true, force: true });
        mkdirSync(odd);
        for (const name of readdirSync(releases[NEW] ?? "")) copyFileSync(join(releases[NEW] ?? "", name), join(odd, name));
        return readdirSync(odd).find((name) => name.startsWith("sapa-")) ?? "";
      };
      const refusals: [string, () => string | Promise<string>][] = [
        [
          "its SHA-256 differs",
          () => {
            const path = join(odd, copy());
            const bytes = readFileSync(path);
            bytes.writeUInt8(bytes.readUInt8(70_000_000) ^ 1, 70_000_000);
            writeFileSync(path, bytes);
            return odd;
          },
        ],
        ["is the version that is installed", () => releases[OLD] ?? ""],
        [
          "is not signed",
          () => {
            copy();
            rmSync(join(odd, "manifest.json.minisig"));
            return odd;
          },
        ],
        [
          "has no executable for",
          () => writeRelease(join(folder, "other"), { version: "9.3.0", executables: { "darwin-arm64": executables[NEW] ?? "" }, key }),
        ],
        [
          "does not run on this machine",
          () => {
            writeFileSync(join(folder, "no-program"), "not an executable");
            const target = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
            return writeRelease(join(folder, "odd"), { version: "9.3.0", executables: { [target]: join(folder, "no-program") }, key });
          },
        ],
      ];
      for (const [words, make] of refusals) {
        const { code, complaint } = await run("upgrade", "--from", await make(), ...commands());
        expect([code, complaint]).toEqual([1, expect.stringContaining(words)]);
        expect(complaint).toContain("Nothing was changed");
        expect(everything()).toEqual(before);
        expect(
          readdirSync(data)
            .filter((name) => name !== "upgrade-lock.db")
            .sort(),
        ).toEqual(files);
      }
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      expect((await run("upgrade", "--check", "--from", releases[NEW] ?? "", ...commands())).code).toBe(0);
      expect(everything()).toEqual(before);
    },
    LIMIT_MS,
  );
});

describe("an upgrade under load", () => {
  let visitors: SocketClient[];
  const acknowledged = new Set<string>();
  beforeEach(() => acknowledged.clear());

  async function withVisitors<T>(url: string, name: string, act: () => Promise<T>): Promise<T> {
    visitors = await Promise.all(Array.from({ length: 10 }, () => connect(url, "demo")));
    let isOver = false;
    const talking = flood(visitors, acknowledged, { isOver: () => isOver, name });
    try {
      await Bun.sleep(500);
      return await act();
    } finally {
      isOver = true;
      for (const visitor of visitors) visitor.close();
      await talking;
    }
  }

  test(
    "loses no acknowledged message, and goes back with and without the new data",
    async () => {
      const url = await startServer();
      const upgraded = await withVisitors(url, "before", () => run("upgrade", "--from", releases[NEW] ?? "", ...commands()));
      expect(upgraded).toMatchObject({ code: 0, complaint: "" });
      console.log(upgraded.out);
      expect(await versionInPlace()).toBe(NEW);
      expect(migrationsApplied()).toBe(1);
      const onlyOld = new Set(acknowledged);
      expect(onlyOld.size).toBeGreaterThan(10);
      await withVisitors(await readUrl(), "after", async () => await Bun.sleep(1_000));
      expect(acknowledged.size).toBeGreaterThan(onlyOld.size);

      const refused = await run("rollback", ...commands());
      expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("add --restore")]);
      expect(await versionInPlace()).toBe(NEW);
      rmSync(join(folder, "out"));
      expect(await run("rollback", "--restore", ...commands())).toMatchObject({ code: 0, complaint: "" });
      await readUrl();
      await endServer();
      expect([await versionInPlace(), migrationsApplied()]).toEqual([OLD, 0]);
      expectNothingLost(data, onlyOld);
      const aside = readdirSync(data).find((name) => name.startsWith("before-restore-")) ?? "";
      expectNothingLost(join(data, aside), acknowledged);
    },
    LIMIT_MS,
  );

  test(
    "to a version that fails puts the old program and the old database back, with every acknowledged message",
    async () => {
      const url = await startServer();
      const { code, complaint } = await withVisitors(url, "sick", () => run("upgrade", "--from", releases[SICK] ?? "", ...commands()));
      expect([code, complaint]).toEqual([1, expect.stringContaining(`${OLD} is back, with all data, and was started`)]);
      await readUrl();
      await endServer();
      expect([await versionInPlace(), migrationsApplied()]).toEqual([OLD, 0]);
      expect(existsSync(`${sapa}.old`) || existsSync(`${sapa}.new`)).toBe(false);
      expectNothingLost(data, acknowledged);
    },
    LIMIT_MS,
  );

  test(
    "that is killed at a random moment leaves a program that starts with all acknowledged messages",
    async () => {
      const kills = rounds(50);
      const seen: Record<string, number> = {};
      let longest = 3_000;
      for (let round = 0; round < kills; round++) {
        const isSick = round % 5 === 4;
        // Each round begins with the old program and the old database.
        await endServer();
        rmSync(data, { recursive: true, force: true });
        rmSync(join(folder, "bin"), { recursive: true });
        mkdirSync(join(folder, "bin"));
        copyFileSync(executables[OLD] ?? "", sapa);
        acknowledged.clear();
        const url = await startServer();
        const killed = await withVisitors(url, `round-${round}`, async () => {
          const began = performance.now();
          const from = releases[isSick ? SICK : NEW] ?? "";
          const child = Bun.spawn([sapa, "upgrade", "--from", from, ...commands()], {
            cwd: folder,
            env: ENV,
            stdio: ["ignore", "ignore", "ignore"],
          });
          const life = Math.random() * (isSick ? longest * 2 : longest);
          const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(life).then(() => false)]);
          child.kill("SIGKILL");
          await child.exited;
          if (ended && !isSick) longest = Math.max(1_000, performance.now() - began);
          return !ended;
        });
        // Its server may be starting, running, stopped or on its way to end.
        await endServer();
        const version = await versionInPlace();
        seen[`${killed ? "killed" : "ended"}, ${version}`] = (seen[`${killed ? "killed" : "ended"}, ${version}`] ?? 0) + 1;
        if (version === SICK) {
          // It never serves; the operator goes back.
          expect((await run("rollback", "--restore", ...commands())).code).toBe(0);
          await endServer();
          expect(await versionInPlace()).toBe(OLD);
        }
        const again = await startServer();
        expect((await fetch(`${again}/readyz`)).status).toBe(200);
        await endServer();
        expectNothingLost(data, acknowledged);
        // What was left over does not keep the next upgrade from working.
        if (round % 10 === 0 && (await versionInPlace()) === OLD) {
          await startServer();
          expect(await run("upgrade", "--from", releases[NEW] ?? "", ...commands())).toMatchObject({ code: 0 });
          await endServer();
          expectNothingLost(data, acknowledged);
        }
      }
      console.log(seen);
      expect(Object.keys(seen).some((one) => one.startsWith("killed"))).toBe(true);
    },
    // Seven seconds a round, in which a server starts three times.
    3 * LIMIT_MS,
  );
});
