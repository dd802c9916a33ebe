/** Executables of other versions of Sapa, which trust a key of the test. */
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");

export interface Version {
  version: string;
  publicKey: string;
  /** How many migrations it has beyond those of this commit. */
  migrations: number;
  /** Its server never listens, although a copy can be served. */
  isSick?: boolean;
}

async function replaceIn(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await Bun.file(path).text();
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${path} has no ${from}`);
  await Bun.write(path, changed);
}

/** Builds the commit with these changes in a clone of its own. @returns the executable */
export async function buildVersion(clone: string, { version, publicKey, migrations, isSick = false }: Version): Promise<string> {
  mkdirSync(clone, { recursive: true });
  if (Bun.spawnSync(["git", "clone", "--quiet", ROOT, clone]).exitCode !== 0) throw new Error("git clone failed");
  for (const shared of [".tools", "node_modules"]) symlinkSync(join(ROOT, shared), join(clone, shared));
  await replaceIn(join(clone, "package.json"), /"version": "[^"]+"/, `"version": "${version}"`);
  await replaceIn(
    join(clone, "src/server/platform/release/release.ts"),
    /(RELEASE_KEYS: readonly string\[\] = )\[[^\]]*\]/,
    `$1["${publicKey}"]`,
  );
  // A server that is not healthy is waited for less long, for a test with many of them.
  await replaceIn(join(clone, "src/server/cli/upgrade-rehearsal.ts"), "const HEALTH_MS = 30_000;", "const HEALTH_MS = 3_000;");
  const last = Math.max(...readdirSync(join(clone, "migrations")).map((name) => Number.parseInt(name, 10)));
  for (let more = 1; more <= migrations; more++) {
    const number = String(last + more).padStart(4, "0");
    writeFileSync(join(clone, "migrations", `${number}_test_${more}.sql`), `create table upgrade_test_${more} (id integer primary key);\n`);
  }
  if (isSick)
    await replaceIn(join(clone, "src/server/cli/serve.ts"), "  await doors.open(", "  throw new Error('sick');\n  await doors.open(");
  const child = Bun.spawn([process.execPath, "scripts/build.ts"], { cwd: clone, stdout: "pipe", stderr: "pipe" });
  const [code, complaint] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (code !== 0) throw new Error(`the build ended with ${code}: ${complaint}`);
  const executable = join(clone, "..", `sapa-${version}`);
  renameSync(join(clone, "dist/sapa"), executable);
  rmSync(clone, { recursive: true });
  return executable;
}
