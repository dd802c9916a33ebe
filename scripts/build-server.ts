/** Compiles the server, with all that browsers load inside, into one executable. */
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { TARGETS, type Target } from "../src/server/platform/release/release.ts";
import { describeMeasures, measure } from "./build-budgets.ts";
import { buildLicences } from "./build-licences.ts";
import { findLeakedPaths, packAssets } from "./build-manifest.ts";
import { BuildError, DIST, ROOT, SOURCE, WEB } from "./build-paths.ts";
import { buildWeb } from "./build-web.ts";
import { buildWidget } from "./build-widget.ts";

/** Builds dist/web, dist/embedded and the manifest, and prints the sizes. @throws BuildError when one is over its budget. */
export async function buildFrontEnds(): Promise<void> {
  await rm(WEB, { recursive: true, force: true });
  const [web, widget] = await Promise.all([buildWeb(), buildWidget(), buildLicences()]);
  const files = await packAssets(widget.frame);
  const leaks = await findLeakedPaths();
  if (leaks.length > 0) throw new BuildError(`these built files contain paths of this machine: ${leaks.join(", ")}`);
  const measures = await measure(files, web, widget.frame);
  console.log(`Sizes after brotli:\n${describeMeasures(measures)}`);
  if (measures.some(({ bytes, budget }) => bytes > budget)) throw new BuildError("a budget is exceeded (see OVER BUDGET above)");
}

/**
 * Compiles into the file `path`. `more` is further arguments for Bun, such as --target=bun-linux-arm64. `target` is what the
 * executable says that it is for; null: it does not know, and does not upgrade itself.
 * @throws BuildError
 */
export async function compileServer(path: string, target: Target | null, more: readonly string[]): Promise<void> {
  const draft = join(DIST, ".build", "sapa");
  await mkdir(dirname(draft), { recursive: true });
  const command = [
    ...[process.execPath, "build", "--compile"],
    // Renamed identifiers and removed spaces would break Elysia, which reads the source of handlers.
    ...["--minify-syntax", "--splitting", "--sourcemap", "--bytecode", "--format=esm"],
    // Otherwise a .env or bunfig.toml in the folder from which it is started could run code in it.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    // Elysia would load it to check uploaded files by its own hooks, which Sapa does not use.
    "--external=file-type",
    ...["--define", 'process.env.NODE_ENV="production"', "--define", `BUILD_TARGET=${JSON.stringify(target)}`],
    ...["--outfile", draft, ...more, SOURCE.server],
  ];
  const child = Bun.spawn(command, { cwd: ROOT, stdout: "inherit", stderr: "inherit" });
  if ((await child.exited) !== 0) throw new BuildError("bun build --compile failed");
  // A running executable cannot be overwritten, but another file can take its name.
  await rename(draft, path);
}

/** The target of executables that are made from the Bun that runs this; null if no release has it. */
export async function ownTarget(): Promise<Target | null> {
  // Bun is linked with either C library, and names the loader of it in its first bytes.
  const start = await Bun.file(process.execPath).slice(0, 65_536).text();
  const name = `${process.platform}-${process.arch}${start.includes("/ld-musl-") ? "-musl" : ""}`;
  return TARGETS.find((target) => target === name) ?? null;
}

/** Runs a build and ends with 1 after one line about what failed. */
export async function reportFailure(build: () => Promise<void>): Promise<void> {
  try {
    await build();
  } catch (error) {
    if (!(error instanceof BuildError) && !(error instanceof AggregateError)) throw error;
    const details = error instanceof AggregateError ? error.errors.map(String).join("\n") : "";
    console.error(`Build failed: ${error.message}\n${details}`);
    process.exit(1);
  }
}
