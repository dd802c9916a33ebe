/**
 * Builds the executables of a release for all systems from this machine, with a list of what is inside, checksums and
 * signatures. scripts/release.sh runs it. The same commit gives the same bytes in any folder and at any time.
 */
import { chmod, mkdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import {
  type ListedFile,
  MANIFEST_NAME,
  type Manifest,
  RELEASE_KEYS,
  SUMS_NAME,
  sha256Of,
  TARGETS,
  type Target,
  trustedComment,
} from "../src/server/platform/release/release.ts";
import { BuildError, DIST, ROOT } from "./build-paths.ts";
import { buildFrontEnds, compileServer, reportFailure } from "./build-server.ts";
import { generateMigrations } from "./generate.ts";
import { makeSbom } from "./release-sbom.ts";
import { readSecretKey, type SecretKey, signContent } from "./release-sign.ts";

/** The flavour of Bun (scripts/get-bun.sh) that becomes the executable. Those for x86 run on processors without AVX2. */
const FLAVOURS: Record<Target, { bun: string; target: string }> = {
  "linux-x64": { bun: "x64-baseline", target: "bun-linux-x64-baseline" },
  "linux-arm64": { bun: "aarch64", target: "bun-linux-arm64" },
  "linux-x64-musl": { bun: "x64-musl-baseline", target: "bun-linux-x64-musl-baseline" },
  "linux-arm64-musl": { bun: "aarch64-musl", target: "bun-linux-arm64-musl" },
  "darwin-arm64": { bun: "darwin-aarch64", target: "bun-darwin-arm64" },
};

const { version } = packageJson;

interface Options {
  targets: Target[];
  out: string;
  /** Null for a trial, whose files must not be used. */
  key: SecretKey | null;
}

const USAGE = "scripts/release.sh [--only TARGET]… [--out FOLDER] [--unsigned]";
const OPTIONS = {
  flavours: { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  out: { type: "string", default: join(DIST, "release") },
  unsigned: { type: "boolean", default: false },
} as const;

function parse() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new BuildError(`${(error as Error).message}\nUsage: ${USAGE}`);
  }
}

function readOptions(): Options & { flavours: boolean } {
  const values = parse();
  const targets = (values.only ?? TARGETS).map((name) => {
    const target = TARGETS.find((one) => one === name);
    if (!target) throw new BuildError(`--only ${name}: the targets are ${TARGETS.join(", ")}`);
    return target;
  });
  const { flavours, out, unsigned } = values;
  return { flavours, targets, out: resolve(out), key: flavours || unsigned ? null : findKey() };
}

function findKey(): SecretKey {
  const text = process.env.SAPA_RELEASE_KEY;
  if (!text) throw new BuildError("set SAPA_RELEASE_KEY_FILE (or SAPA_RELEASE_KEY) to the signing key, or add --unsigned for a trial");
  // The programs that the build starts do not need it.
  delete process.env.SAPA_RELEASE_KEY;
  const key = readSecretKey(text);
  if (!RELEASE_KEYS.includes(key.publicKey))
    throw new BuildError(
      `no installation trusts this signing key: ${key.publicKey} is not in RELEASE_KEYS (src/server/platform/release/release.ts)`,
    );
  return key;
}

function git(...args: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: ROOT, env: { ...process.env, TZ: "UTC" } });
  if (exitCode !== 0) throw new BuildError(`git ${args[0]}: ${stderr.toString().trim()}`);
  return stdout.toString().trim();
}

/** @throws BuildError when files differ from the commit that a signed release would name. */
function readCommit(isTrial: boolean): Pick<Manifest, "commit" | "committedAt"> {
  const changed = git("status", "--porcelain");
  if (changed !== "" && !isTrial) throw new BuildError(`these files are not committed, so no commit would have them:\n${changed}`);
  const committedAt = new Date(Number(git("show", "-s", "--format=%ct")) * 1_000).toISOString();
  return { commit: git("rev-parse", "HEAD"), committedAt };
}

const listFile = async (folder: string, name: string): Promise<ListedFile> => {
  const path = join(folder, name);
  return { name, size: Bun.file(path).size, sha256: await sha256Of(path) };
};

async function compileAll(targets: readonly Target[], out: string): Promise<Manifest["files"]> {
  const files: Manifest["files"] = [];
  for (const target of targets) {
    const started = performance.now();
    const name = `sapa-${version}-${target}`;
    const { bun, target: compiled } = FLAVOURS[target];
    const base = join(ROOT, ".tools", `bun-${Bun.version}-${bun}`, "bun");
    if (!(await Bun.file(base).exists()))
      throw new BuildError(`${relative(ROOT, base)} is missing: run scripts/release.sh, which fetches it`);
    await compileServer(join(out, name), target, [`--target=${compiled}`, `--compile-executable-path=${base}`]);
    await chmod(join(out, name), 0o755);
    const file = await listFile(out, name);
    files.push({ ...file, target });
    console.log(`${name}: ${(file.size / 1e6).toFixed(1)} MB in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  }
  return files;
}

async function writeSigned(out: string, name: string, content: string, key: SecretKey | null): Promise<void> {
  await Bun.write(join(out, name), content);
  if (key === null) return;
  await Bun.write(join(out, `${name}.minisig`), signContent(Buffer.from(content), trustedComment(version, name), key));
}

async function release({ targets, out, key }: Options): Promise<void> {
  const commit = readCommit(key === null);
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  generateMigrations();
  await buildFrontEnds();
  const files = await compileAll(targets, out);
  const sbomName = `sapa-${version}.cdx.json`;
  await Bun.write(join(out, sbomName), `${JSON.stringify(makeSbom({ version, committedAt: commit.committedAt }), null, 2)}\n`);
  const sbom = await listFile(out, sbomName);
  const manifest: Manifest = { name: "sapa", version, ...commit, files, sbom };
  await writeSigned(out, MANIFEST_NAME, `${JSON.stringify(manifest, null, 2)}\n`, key);
  const listed = [...files, sbom, await listFile(out, MANIFEST_NAME)];
  await writeSigned(out, SUMS_NAME, listed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""), key);
  console.log(`Made ${relative(process.cwd(), out) || out} from ${commit.commit.slice(0, 8)}${key === null ? ", without signatures" : ""}`);
}

await reportFailure(async () => {
  const options = readOptions();
  if (options.flavours) console.log(options.targets.map((target) => FLAVOURS[target].bun).join("\n"));
  else await release(options);
});
