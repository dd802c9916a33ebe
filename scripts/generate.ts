/**
 * Writes src/server/generated/: the index of migrations and, if there was no build yet, an empty manifest of built files.
 * Run by package.json's scripts, and by bun test before the first test file.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { FEATURES } from "../src/server/knowledge/rank/sheet.ts";
import { checkCompatible } from "./compatible.ts";
import { toPostgres } from "./to-postgres.ts";

const ROOT = join(import.meta.dir, "..");
export const GENERATED = join(ROOT, "src/server/generated");
const MIGRATION = /^\d{4}_[a-z0-9_]+\.sql$/;
/** PostgreSQL's text of a migration that cannot be translated: the rebuilding of a table, for example. */
const OVERRIDE = /^\d{4}\.pg\.sql$/;

/** Imports each file of migrations/ as text, in order, so that they are part of the executable. */
export function generateMigrations(): void {
  const files = readdirSync(join(ROOT, "migrations")).sort();
  const names = files.filter((name) => !OVERRIDE.test(name));
  const odd = names.find((name, index) => !MIGRATION.test(name) || Number(name.slice(0, 4)) !== index + 1);
  if (odd) throw new Error(`migrations/${odd}: names are 0001_what.sql, 0002_what.sql, … without a gap`);
  for (const name of names) requireHonest(name);
  const imports = names.map((name, index) => `import m${index} from "../../../migrations/${name}" with { type: "text" };`);
  const rows = names.map((name, index) => `  { number: ${index + 1}, name: "${name}", text: m${index} },`);
  writeIfChanged("migrations.ts", `${imports.join("\n")}\n\nexport const MIGRATIONS = [\n${rows.join("\n")}\n];\n`);
  const texts = names.map((name) => `  ${JSON.stringify(postgresTextOf(name, files))},`);
  writeIfChanged("migrations-postgres.ts", `export const POSTGRES_TEXTS: readonly string[] = [\n${texts.join("\n")}\n];\n`);
}

function requireHonest(name: string): void {
  try {
    checkCompatible(readFileSync(join(ROOT, "migrations", name), "utf8"));
  } catch (error) {
    throw new Error(`migrations/${name}: ${(error as Error).message}`);
  }
}

function postgresTextOf(name: string, files: readonly string[]): string {
  const override = `${name.slice(0, 4)}.pg.sql`;
  if (files.includes(override)) return readFileSync(join(ROOT, "migrations", override), "utf8");
  try {
    return toPostgres(readFileSync(join(ROOT, "migrations", name), "utf8"));
  } catch (error) {
    throw new Error(`migrations/${name}: ${(error as Error).message}; write its text for PostgreSQL into migrations/${override}`);
  }
}

/** JSON in the bundle would be stored as text and as bytecode, which takes twelve times as much space. */
function packAnswerModel(): void {
  const json = readFileSync(join(ROOT, "src/server/knowledge/rank/model.json"));
  const { features } = JSON.parse(json.toString("utf8")) as { features: readonly string[] };
  if (features.join("\n") !== FEATURES.join("\n"))
    throw new Error("src/server/knowledge/rank/model.json was trained with other features than sheet.ts names: run bench/train-answers.ts");
  const packed = zstdCompressSync(json, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
  const path = join(GENERATED, "answer-model.zst");
  if (!existsSync(path) || !packed.equals(readFileSync(path))) writeFileSync(path, packed);
}

/** Takes some seconds, so it is only done after the model or the topics have changed. */
async function packGroupTopics(): Promise<void> {
  const folder = join(ROOT, "bench/answers-topics");
  const model = readFileSync(join(ROOT, "src/server/knowledge/rank/model.json"));
  const hasher = new Bun.CryptoHasher("sha256").update(model);
  for (const name of readdirSync(folder).sort()) hasher.update(readFileSync(join(folder, name)));
  for (const code of ["rank/topics.ts", "groups/likeness.ts"]) hasher.update(readFileSync(join(ROOT, "src/server/knowledge", code)));
  const of = hasher.digest("hex");
  const path = join(GENERATED, "group-topics.zst");
  if (existsSync(path) && JSON.parse(zstdDecompressSync(readFileSync(path)).toString("utf8")).of === of) return;
  const { makeTopics } = await import("./group-topics.ts");
  const topics = makeTopics(JSON.parse(model.toString("utf8")).tables.encoder);
  writeFileSync(path, zstdCompressSync(JSON.stringify({ of, ...topics })));
}

/** A server that runs from source before any build has no web application, so its manifest is empty. */
function generateEmptyManifest(): void {
  const path = join(GENERATED, "assets.ts");
  // A manifest from before the pages had two states has another type.
  if (existsSync(path) && readFileSync(path, "utf8").includes("  pages: ")) return;
  writeIfChanged(
    "assets.ts",
    'import type { Manifest } from "../platform/http/built-assets.ts";\n\nexport const MANIFEST: Manifest = { files: [], pages: null, frame: { script: "", style: "" } };\n',
  );
}

/** An unchanged file keeps its modification time, so that watchers do not restart without a reason. */
export function writeIfChanged(name: string, text: string): void {
  mkdirSync(GENERATED, { recursive: true });
  const path = join(GENERATED, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

generateMigrations();
packAnswerModel();
generateEmptyManifest();
await packGroupTopics();
