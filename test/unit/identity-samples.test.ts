import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Identity, identityMessage } from "../../src/contract/chat.ts";
import { identitySample, type SampleLanguage } from "../../src/web/pages/editor/fields/identity-samples.ts";

const SECRET = "a-secret-of-the-agent";
const CHAT_ID = "kedai-Seri_7";
/** Calls the sample's function for a visitor and prints what it returns. */
const RUNS: Record<SampleLanguage, { file: string; command: string; call: string }> = {
  node: {
    file: "identity.mjs",
    command: process.execPath,
    call: 'console.log(JSON.stringify(identityFor({ id: 7, name: "Siti Aminah", email: "siti@example.com" })))',
  },
  php: {
    file: "identity.php",
    command: "php",
    call: 'echo json_encode(identity_for(["id" => 7, "name" => "Siti Aminah", "email" => "siti@example.com"]));',
  },
  python: {
    file: "identity.py",
    command: "python3",
    call: 'import json\nprint(json.dumps(identity_for({"id": 7, "name": "Siti Aminah", "email": "siti@example.com"})))',
  },
};

for (const [language, { file, command, call }] of Object.entries(RUNS) as [SampleLanguage, (typeof RUNS)["node"]][]) {
  test.skipIf(Bun.which(command) === null)(`the ${language} sample signs what the server checks`, () => {
    const folder = mkdtempSync(join(tmpdir(), "sapa-sample-"));
    const path = join(folder, file);
    writeFileSync(path, `${identitySample(language, CHAT_ID)}\n${call}\n`);
    const run = Bun.spawnSync([command, path], { env: { CHAT_IDENTIFY_SECRET: SECRET, PATH: process.env.PATH ?? "" } });
    rmSync(folder, { recursive: true });
    expect(run.stderr.toString()).toBe("");
    const identity = JSON.parse(run.stdout.toString()) as Identity;
    expect(identity).toMatchObject({ id: "7", name: "Siti Aminah", email: "siti@example.com" });
    expect(identity.expires).toBeGreaterThan(Date.now() / 1000);
    const wanted = createHmac("sha256", SECRET).update(identityMessage(CHAT_ID, identity)).digest("hex");
    expect(identity.hash).toBe(wanted);
  });
}

test("an id cannot end the string that contains it", () => {
  expect(identitySample("node", 'x"];process.exit()//')).toContain('["xprocessexit", id');
});
