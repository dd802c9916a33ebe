/** Builds the web application, the widget and the server into one executable, dist/sapa. `--web-only` stops before it. */
import { join, relative } from "node:path";
import { DIST, ROOT } from "./build-paths.ts";
import { buildFrontEnds, compileServer, ownTarget, reportFailure } from "./build-server.ts";
import { generateMigrations } from "./generate.ts";

const args = process.argv.slice(2);
const executable = join(DIST, "sapa");
const started = performance.now();
await reportFailure(async () => {
  generateMigrations();
  await buildFrontEnds();
  if (args.includes("--web-only")) return;
  await compileServer(executable, args.length === 0 ? await ownTarget() : null, args);
  const { size } = Bun.file(executable);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`Built ${relative(ROOT, executable)} (${(size / 1e6).toFixed(1)} MB) in ${seconds} s`);
});
