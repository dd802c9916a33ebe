/** Builds CSS with Tailwind's own command line: Bun's plugin has an older Tailwind, and Bun's CSS pass makes files larger. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { BuildError, DIST, ROOT } from "./build-paths.ts";

const TAILWIND = join(ROOT, "node_modules/@tailwindcss/cli/dist/index.mjs");

/** The minified CSS of an entry file. @throws BuildError with Tailwind's message. */
export async function buildStyle(entry: string, name: string): Promise<string> {
  const out = join(DIST, ".build", `${name}.css`);
  mkdirSync(dirname(out), { recursive: true });
  const child = Bun.spawn([process.execPath, TAILWIND, "--input", entry, "--output", out, "--minify"], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, words] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  if (code !== 0) throw new BuildError(`${entry}: ${words}`);
  return await Bun.file(out).text();
}
