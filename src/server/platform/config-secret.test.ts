import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError, loadConfig } from "./config.ts";
import { loadSecretKey, openDataFolder } from "./config-secret.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-key-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configOf = (env: Record<string, string> = {}) => loadConfig(["--data", join(folder, "data")], env);

test("the first start creates a folder and a key that no other user may read, and the next start uses the same key", () => {
  openDataFolder(configOf());
  const key = loadSecretKey(configOf());
  expect(key).toHaveLength(32);
  expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, "data/secret.key")).mode & 0o777).toBe(0o600);
  expect(loadSecretKey(configOf())).toEqual(key);
  expect(readdirSync(join(folder, "data"))).toEqual(["secret.key"]);
});

test("a key in the environment is used, and no key file is created", () => {
  const env = { SAPA_SECRET_KEY: "a key that the operator keeps" };
  openDataFolder(configOf(env));
  expect(Buffer.from(loadSecretKey(configOf(env))).toString()).toBe(env.SAPA_SECRET_KEY);
  expect(readdirSync(join(folder, "data"))).toEqual([]);
});

test("the text of a key file after base64: is the same key as the file, and anything else after it is refused", () => {
  openDataFolder(configOf());
  const key = loadSecretKey(configOf());
  const text = readFileSync(join(folder, "data/secret.key"), "utf8");
  expect(Buffer.from(loadSecretKey(configOf({ SAPA_SECRET_KEY: `base64:${text}` })))).toEqual(Buffer.from(key));
  expect(Buffer.from(loadSecretKey(configOf({ SAPA_SECRET_KEY: text.trim() })))).not.toEqual(Buffer.from(key));
  expect(() => loadSecretKey(configOf({ SAPA_SECRET_KEY: "base64:half of a key" }))).toThrow(
    "SAPA_SECRET_KEY: base64: must be followed by",
  );
});

test("an invalid key file is refused and never replaced, because the values sealed with it would be lost", () => {
  openDataFolder(configOf());
  const path = join(folder, "data/secret.key");
  writeFileSync(path, "truncat");
  expect(() => loadSecretKey(configOf())).toThrow(ConfigError);
  expect(() => loadSecretKey(configOf())).toThrow("--with-key");
  expect(readFileSync(path, "utf8")).toBe("truncat");
});

test("a key file that other users can read becomes private", () => {
  openDataFolder(configOf());
  loadSecretKey(configOf());
  const path = join(folder, "data/secret.key");
  chmodSync(path, 0o644);
  loadSecretKey(configOf());
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a folder that cannot be created is reported as a bad --data", () => {
  writeFileSync(join(folder, "data"), "a file in its place");
  expect(() => openDataFolder(configOf())).toThrow(ConfigError);
});
