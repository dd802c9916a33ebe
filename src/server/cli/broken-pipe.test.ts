import { expect, test } from "bun:test";
import { resolve } from "node:path";

const MAIN = resolve(import.meta.dir, "../main.ts");

test("a command whose output is no longer read ends without a complaint", async () => {
  const script = '(sleep 0.2; "$0" "$1" move --help) | true';
  const child = Bun.spawn(["sh", "-c", script, process.execPath, MAIN], { env: {}, stdout: "pipe", stderr: "pipe" });
  const [complaint] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect(complaint).toBe("");
});
