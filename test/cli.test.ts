/** The command line of the built executable: exit codes, and commands while a server is running. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { png } from "./pictures.ts";
import { until } from "./until.ts";

const EXECUTABLE = resolve(import.meta.dir, "../dist/sapa");
const EMAIL = "boss@example.com";
let folder: string;
let data: string;
let servers: Bun.Subprocess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-cli-"));
  data = join(folder, "data");
  servers = [];
});
afterEach(async () => {
  for (const server of servers) {
    server.kill("SIGKILL");
    await server.exited;
  }
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], { env = {}, input = "" }: { env?: Record<string, string>; input?: string } = {}) {
  const child = Bun.spawn([EXECUTABLE, ...args], { cwd: folder, env, stdin: Buffer.from(input), stdout: "pipe", stderr: "pipe" });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code, out, complaint };
}
const runHere = (...args: string[]) => run([...args, "--data", data]);

async function startServer(...args: string[]): Promise<{ url: string; stop: () => Promise<number> }> {
  const child = Bun.spawn([EXECUTABLE, "serve", "--port", "0", "--data", data, ...args], {
    cwd: folder,
    env: {},
    stdout: "pipe",
    stderr: "ignore",
  });
  servers.push(child);
  const { value } = await child.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim().split(" ").at(-1) ?? "";
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      return await child.exited;
    },
  };
}

async function logIn(url: string, password: string): Promise<{ status: number; token?: string }> {
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password }),
  });
  const body = (await answer.json()) as { token?: string };
  return { status: answer.status, token: body.token };
}

const planNameIn = (file: string) => {
  const database = new Database(file, { readonly: true });
  const row = database.query<{ name: string }, []>("select name from plans where id = 1").get();
  database.close(true);
  return row?.name;
};

describe("help and mistakes", () => {
  const commands = [
    "serve",
    "admin create",
    "admin reset-password",
    "admin confirm-clock",
    "admin list-users",
    "admin suspend",
    "admin delete-person",
    "migrate",
    "backup",
    "restore",
    "verify",
    "upgrade",
    "rollback",
    "doctor",
    "health",
    "version",
  ];
  test.each(commands)("sapa %s --help prints its flags and does nothing", async (command) => {
    const { code, out } = await run([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(out).toStartWith(`Usage: sapa ${command}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a folder that is no release is refused, whatever its manifest says", async () => {
    expect(await run(["verify", folder])).toMatchObject({
      code: 1,
      out: "",
      complaint: expect.stringContaining("manifest.json is missing"),
    });
    writeFileSync(join(folder, "manifest.json"), '{"name":"sapa","version":"9.9.9"}');
    expect(await run(["verify", folder])).toMatchObject({ code: 1, out: "", complaint: expect.stringContaining("is not signed") });
    writeFileSync(join(folder, "manifest.json.minisig"), "untrusted comment: x\n");
    expect(await run(["verify", folder])).toMatchObject({
      code: 1,
      out: "",
      complaint: expect.stringContaining("Nothing of this folder should be installed"),
    });
  });

  test("the version is the package's", async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dir, "../package.json"), "utf8"));
    expect((await run(["version"])).out).toBe(`sapa ${version}\n`);
    expect((await run(["--version"])).out).toBe(`sapa ${version}\n`);
  });

  test.each([
    [["serve", "--port", "http"], {}, "--port"],
    [["serve", "--prot", "1"], {}, "--prot"],
    [["serve", "--files", "ftp://example.com"], {}, "--files"],
    [["serve"], { SAPA_FILES: "s3://pictures" }, "SAPA_S3_ACCESS_KEY_ID"],
    [["serve"], { SAPA_TZ: "Nowhere/Land" }, "SAPA_TZ"],
    [["serve"], { SAPA_OLLAMA_URL: "localhost:11434" }, "SAPA_OLLAMA_URL"],
    [["serve", "now"], {}, "now"],
    [["admin", "create", "--email", "nobody"], {}, "--email: Please enter a valid email address; for example: sapa admin create --email"],
    [["admin", "create"], {}, "sapa: admin create: name the email to log in with: sapa admin create --email you@example.com\n"],
    [["admin", "destroy"], {}, "destroy"],
    [["restore"], {}, "FILE"],
    [["restore", "/no/such/file.db"], {}, "/no/such/file.db"],
    [["verify"], {}, "FOLDER"],
    [["upgrade"], {}, "--from"],
    [["bogus"], {}, "bogus"],
  ] as [string[], Record<string, string>, string][])("%p %p ends with 2 and names the cause", async (args, env, culprit) => {
    const { code, complaint, out } = await run(args, { env });
    expect(code).toBe(2);
    expect(complaint).toContain(culprit);
    expect(complaint).not.toContain("{");
    expect(out).toBe("");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a data folder that cannot be created is named in the error", async () => {
    writeFileSync(join(folder, "file"), "");
    const { code, complaint } = await run(["serve", "--port", "0", "--data", join(folder, "file/data")]);
    expect(code).toBe(2);
    expect(complaint).toContain("--data");
  });

  test("a port in use by another program is named in the error, and not shared", async () => {
    const first = await startServer();
    const { code, complaint } = await run(["serve", "--port", new URL(first.url).port, "--data", join(folder, "other")]);
    expect(code).toBe(2);
    expect(complaint).toContain("--port");
  });
});

describe("the administrator", () => {
  test("a random password is printed once, works, and a second account is refused", async () => {
    const made = await runHere("admin", "create", "--email", EMAIL);
    expect(made.code).toBe(0);
    const password = /Password: (\S+)/.exec(made.out)?.[1] ?? "";
    expect(password.length).toBeGreaterThanOrEqual(20);
    const again = await runHere("admin", "create", "--email", "second@example.com");
    expect(again.code).toBe(1);
    expect(again.complaint).toContain("administrator already");
    expect(again.out).not.toContain("Password");
    const { url } = await startServer();
    expect((await logIn(url, password)).status).toBe(200);
  });

  test("a given password is read from standard input and not printed", async () => {
    const made = await run(["admin", "create", "--email", EMAIL, "--password-stdin", "--data", data], { input: "correct horse\n" });
    expect([made.code, made.out.includes("correct horse")]).toEqual([0, false]);
    const { url } = await startServer();
    expect((await logIn(url, "correct horse")).status).toBe(200);
    expect((await logIn(url, "correct horse\n")).status).toBe(401);
  });

  test("a password that is too short is refused, and no account is made", async () => {
    const refused = await run(["admin", "create", "--email", EMAIL, "--password-stdin", "--data", data], { input: "short\n" });
    expect(refused.code).toBe(2);
    expect(refused.complaint).toContain("--password-stdin: Password must");
    expect(refused.complaint).not.toContain("{");
    expect((await runHere("admin", "create", "--email", EMAIL)).code).toBe(0);
  });

  test("reset-password while a server is running: the old password and the old sessions become invalid within a second", async () => {
    const { url } = await startServer();
    const input = { input: "first password\n" };
    expect((await run(["admin", "create", "--email", EMAIL, "--password-stdin", "--data", data], input)).code).toBe(0);
    const { token } = await logIn(url, "first password");
    const ask = () => fetch(`${url}/api/settings`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.json());
    const before = Object.keys((await ask()) as object).length;
    expect((await run(["admin", "reset-password", "--password-stdin", "--data", data], { input: "second password\n" })).code).toBe(0);
    // Usually within half a second; a busy machine takes longer.
    await until(async () => Object.keys((await ask()) as object).length < before);
    expect((await logIn(url, "first password")).status).toBe(401);
    expect((await logIn(url, "second password")).status).toBe(200);
  });

  test("users are listed and suspended while a server is running, with output for people and for programs", async () => {
    expect((await runHere("admin", "create", "--email", EMAIL, "--json")).out).toMatch(
      /^{"username":"admin","email":"boss@example.com","password":"\w{20}"}\n$/,
    );
    const server = await startServer();
    const signUp = await fetch(`${server.url}/api/users/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "owner", email: "owner@example.com", password: "secret-1" }),
    });
    const { token, id } = (await signUp.json()) as { token: string; id: string };
    const asOwner = async () => (await fetch(`${server.url}/api/users/${id}`, { headers: { authorization: `Bearer ${token}` } })).status;
    const listed = await runHere("admin", "list-users", "--search", "own");
    expect(listed.out).toBe(`owner\towner@example.com\tplan 1\tactive\t${id}\n`);
    expect(JSON.parse((await runHere("admin", "list-users", "--json")).out)).toMatchObject([
      { username: "admin" },
      { username: "owner", suspended: false },
    ]);
    expect(await asOwner()).toBe(200);
    const suspended = await runHere("admin", "suspend", "OWNER@example.com", "--json");
    expect([suspended.code, JSON.parse(suspended.out)]).toMatchObject([0, { username: "owner", suspended: true }]);
    expect(suspended.out).not.toContain("argon");
    expect(await asOwner()).toBe(401);
    expect((await runHere("admin", "unsuspend", "owner")).out).toBe("owner is no longer suspended.\n");
    for (const who of ["nobody", "sapa", "admin"]) expect((await runHere("admin", "suspend", who)).code).toBe(1);
    expect((await runHere("admin", "suspend")).code).toBe(2);
    expect((await runHere("admin", "list-users", "--without-business")).out).toBe("");
    const refused = await runHere("admin", "delete-person", "owner");
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("main owner of a business")]);
    expect((await runHere("admin", "delete-person", "nobody")).complaint).toContain('There is no user "nobody".');
  });

  test("a mistyped data folder is refused and not created", async () => {
    const typo = join(folder, "typo");
    for (const args of [["list-users", "--json"], ["suspend", "owner"], ["reset-password"]]) {
      const refused = await run(["admin", ...args, "--data", typo]);
      expect([args[0], refused.code, refused.out]).toEqual([args[0], 1, ""]);
      expect(refused.complaint).toContain(typo);
    }
    expect(existsSync(typo)).toBe(false);
  });

  test("the clock can be confirmed while a server is running", async () => {
    await startServer();
    const confirmed = await runHere("admin", "confirm-clock");
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringMatching(/^The clock reads \d{4}-\d\d-\d\dT\S+Z\. /)]);
  });

  test("reset-password is refused before there is an administrator", async () => {
    const refused = await runHere("admin", "reset-password");
    expect(refused.code).toBe(1);
    expect(refused.complaint).toContain("sapa admin create");
  });
});

describe("one data folder, one server", () => {
  test("a second server, migrate and restore end with 3 while a server is running, and work after a crash", async () => {
    await startServer();
    const copy = join(folder, "copy.db");
    expect((await runHere("backup", "--out", copy)).code).toBe(0);
    for (const args of [["serve", "--port", "0"], ["migrate"], ["restore", copy]]) {
      const { code, complaint } = await runHere(...args);
      expect(code).toBe(3);
      expect(complaint).toContain(data);
    }
    servers[0]?.kill("SIGKILL");
    await servers[0]?.exited;
    expect((await runHere("migrate")).code).toBe(0);
  });
});

describe("backup and restore", () => {
  test("a restore brings back the backup's data and keeps the replaced database", async () => {
    expect((await runHere("migrate")).code).toBe(0);
    const copy = join(folder, "copy.db");
    const made = await runHere("backup", "--out", copy);
    expect(made.out).toContain("key is not included");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(existsSync(`${copy}.key`)).toBe(false);
    const database = new Database(join(data, "sapa.db"));
    database.exec("update plans set name = 'Changed' where id = 1");
    database.close(true);
    const restored = await runHere("restore", copy);
    expect(restored.code).toBe(0);
    expect(planNameIn(join(data, "sapa.db"))).toBe("Free Plan");
    const [kept = ""] = readdirSync(data).filter((name) => name.startsWith("before-restore-"));
    expect(planNameIn(join(data, kept, "sapa.db"))).toBe("Changed");
    const { url, stop } = await startServer();
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect(await stop()).toBe(0);
  });

  test("an encrypted backup of the server is restored on an empty machine in one command, and never over data", async () => {
    const create = ["admin", "create", "--email", EMAIL, "--password-stdin", "--data", data];
    expect((await run(create, { input: "admin-secret-1\n" })).code).toBe(0);
    const { url, stop } = await startServer();
    const { token = "" } = await logIn(url, "admin-secret-1");
    const picture = await fetch(`${url}/api/files`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
      body: png(),
    });
    expect(picture.status).toBe(201);
    const begun = await fetch(`${url}/api/backups`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    expect(begun.status).toBe(202);
    const archives = () => readdirSync(join(data, "backups")).filter((name) => name.endsWith(".tar.zst.age"));
    await until(() => existsSync(join(data, "backups")) && archives().length === 1);
    const [name = ""] = archives();
    const archive = join(data, "backups", name);
    expect((await runHere("backup", "list")).out).toStartWith(`${archive}  ${statSync(archive).size} bytes`);
    const key = join(folder, "backup.key");
    expect((await runHere("backup", "key", "--out", key)).code).toBe(0);
    expect((await runHere("backup", "key")).out).toBe(readFileSync(key, "utf8"));
    expect((await runHere("backup", "key", "--check", key)).out).toContain("The copy opens the backups");
    expect(await stop()).toBe(0);

    const refused = await run(["restore", archive, "--key-file", key, "--data", data]);
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining("a restore from an encrypted backup replaces nothing")]);
    const empty = join(folder, "another machine");
    expect((await run(["restore", archive, "--data", empty])).complaint).toContain("--key-file: this backup is encrypted");
    const wrong = join(folder, "wrong.key");
    writeFileSync(wrong, "# another\nAGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\n");
    const closed = await run(["restore", archive, "--key-file", wrong, "--data", empty]);
    expect([closed.code, closed.complaint]).toEqual([2, expect.stringContaining("this key does not open")]);
    const cut = join(folder, "cut.age");
    writeFileSync(cut, readFileSync(archive).subarray(0, -100));
    const broken = await run(["restore", cut, "--key-file", key, "--data", empty]);
    expect([broken.code, broken.complaint]).toEqual([
      4,
      expect.stringContaining("is not a whole backup: the file is cut off or was changed"),
    ]);
    expect(readdirSync(empty).filter((one) => one !== "lock.db")).toEqual([]);

    const restored = await run(["restore", archive, "--key-file", key, "--data", empty]);
    expect([restored.code, restored.complaint]).toEqual([0, ""]);
    expect(restored.out).toMatch(/Restored [\d,]+ rows and 1 uploaded picture\. Ended all sessions/);
    expect(readFileSync(join(empty, "secret.key"))).toEqual(readFileSync(join(data, "secret.key")));
    const stored = (of: string) => readdirSync(join(of, "files"), { recursive: true, encoding: "utf8" }).filter((one) => one !== "drafts");
    expect(stored(empty).sort()).toEqual(stored(data).sort());
    expect(readdirSync(empty)).not.toContain("restoring");
    data = empty;
    const second = await startServer();
    const answer = await fetch(`${second.url}/api/overview`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect((await logIn(second.url, "admin-secret-1")).status).toBe(200);
    expect(await second.stop()).toBe(0);
  });

  test("a backup names the uploaded pictures that it does not contain, and a restore those that are missing", async () => {
    await runHere("migrate");
    const copy = (n: number) => join(folder, `pictures-${n}.db`);
    expect((await runHere("backup", "--out", copy(0))).out).not.toContain("uploaded picture");
    const hash = "ab".repeat(32);
    const database = new Database(join(data, "sapa.db"));
    database.exec(`insert into files (hash, media_type, bytes, created_at) values ('${hash}', 'image/png', 5, 1)`);
    database.close(true);
    const files = join(data, "files");
    const made = await runHere("backup", "--out", copy(1));
    expect(made.out).toContain(`Not included: 1 uploaded picture. Copy ${files} with your own tools`);
    expect(made.out).toContain("1 of them cannot be found there");
    expect((await runHere("restore", copy(1))).out).toContain(`Missing in ${files}: 1 uploaded picture. Copy the store`);
    mkdirSync(join(files, "ab"), { recursive: true });
    writeFileSync(join(files, "ab", hash), "bytes");
    expect((await runHere("backup", "--out", copy(2))).out).not.toContain("cannot be found");
    expect((await runHere("restore", copy(2))).out).not.toContain("uploaded picture");
    expect((await runHere("backup", "--out", copy(3), "--files", "s3://pictures/ours")).out).toContain(
      "Copy s3://pictures/ours/ at https://s3.us-east-1.amazonaws.com with your own tools",
    );
  });

  test("a restore ends every session, so that no session that was revoked since becomes valid again", async () => {
    const server = await startServer();
    const account = { username: "owner", email: "owner@example.com", password: "secret-1" };
    const post = (base: string, path: string, body: unknown) => fetch(base + path, { method: "POST", body: JSON.stringify(body) });
    const { id, token } = (await (await post(server.url, "/api/users/signup", account)).json()) as { id: string; token: string };
    const copy = join(folder, "copy.db");
    await runHere("backup", "--out", copy);
    await server.stop();
    expect((await runHere("restore", copy)).out).toContain("Ended all sessions");
    const again = await startServer();
    const me = await fetch(`${again.url}/api/users/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect(me.status).toBe(401);
    expect((await post(again.url, "/api/login", account)).status).toBe(200);
    await again.stop();
  });

  test("a backup with the key says so, and the restore brings the key back", async () => {
    const { stop } = await startServer();
    const copy = join(folder, "copy.db");
    const made = await runHere("backup", "--out", copy, "--with-key");
    expect(made.out).toContain("IS included");
    expect(statSync(`${copy}.key`).mode & 0o777).toBe(0o600);
    await stop();
    rmSync(data, { recursive: true });
    expect((await runHere("restore", copy)).out).toContain("Restored the secret key");
    expect(readFileSync(join(data, "secret.key"), "utf8")).toBe(readFileSync(`${copy}.key`, "utf8"));
  });

  test("a backup includes models.json, with keys only on request, and the restore brings it back", async () => {
    const { stop } = await startServer();
    await stop();
    const models = join(data, "models.json");
    const copy = (n: number) => join(folder, `copy-${n}.db`);
    writeFileSync(models, "{}");
    expect((await runHere("backup", "--out", copy(1))).out).toContain(`${copy(1)}.models.json`);
    writeFileSync(models, '{"endpoints":{"studio":{"url":"http://127.0.0.1:1/v1","key":"sk-canary"}}}');
    expect((await runHere("backup", "--out", copy(2))).out).toContain("models.json is not included");
    expect(existsSync(`${copy(2)}.models.json`)).toBe(false);
    const made = await runHere("backup", "--out", copy(3), "--with-key");
    expect(made.out).not.toContain("sk-canary");
    expect(statSync(`${copy(3)}.models.json`).mode & 0o777).toBe(0o600);
    expect((await runHere("restore", copy(1))).out).toContain("Restored models.json");
    expect(readFileSync(models, "utf8")).toBe("{}");
    const [kept = ""] = readdirSync(data).filter((name) => name.startsWith("before-restore-"));
    expect(readFileSync(join(data, kept, "models.json"), "utf8")).toContain("sk-canary");
    expect((await runHere("backup", "--out", copy(1))).code).toBe(2);
  });

  test("without a name the copy goes into the data folder's backups; an existing file is not overwritten", async () => {
    await runHere("migrate");
    expect((await runHere("backup")).out).toContain(join(data, "backups/sapa-"));
    writeFileSync(join(folder, "mine"), "mine");
    const refused = await runHere("backup", "--out", join(folder, "mine"));
    expect(refused.code).toBe(2);
    expect(readFileSync(join(folder, "mine"), "utf8")).toBe("mine");
  });

  test.each([
    ["/tmp", 2, "--out: /tmp is a folder; name a file in it: --out /tmp/sapa-"],
    ["new/", 2, "--out: new/ is a folder; name a file in it: --out new/sapa-"],
    ["/dev/full", 2, "--out: /dev/full is a device or a pipe, which cannot hold a backup; name a file"],
    ["/dev/full/x", 1, "/dev/full: this is a file, but a folder is needed."],
    ["/proc/x", 1, "/proc/x: the system cannot create a file with this name (ENOENT). Choose another folder"],
  ])("a backup to %s is refused in one line that says what to do", async (out, code, words) => {
    await runHere("migrate");
    const refused = await runHere("backup", "--out", out);
    expect(refused.complaint).toStartWith(`sapa: ${words}`);
    expect([refused.code, refused.out, refused.complaint.trim().split("\n").length]).toEqual([code, "", 1]);
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("a backup with a key that comes from a variable is refused with the reason", async () => {
    await runHere("migrate");
    const env = { SAPA_SECRET_KEY: "a key from somewhere else" };
    const refused = await run(["backup", "--with-key", "--data", data], { env });
    expect(refused.code).toBe(2);
    expect(refused.complaint).toContain("SAPA_SECRET_KEY");
  });

  test("a damaged database ends with 4 and names the newest backup", async () => {
    await runHere("migrate");
    const [, copy = ""] = /Wrote (\S+)/.exec((await runHere("backup")).out) ?? [];
    writeFileSync(join(data, "sapa.db"), "garbage");
    const { code, complaint } = await runHere("serve", "--port", "0");
    expect(code).toBe(4);
    expect(complaint).toContain(`sapa restore ${copy}`);
    expect((await runHere("restore", copy)).code).toBe(0);
    expect((await runHere("migrate")).code).toBe(0);
  });

  test.each(["empty", "missing"])(
    "a database that is %s while its key and backups exist ends with 4 and names the newest backup",
    async (state) => {
      await (await startServer()).stop();
      const [, copy = ""] = /Wrote (\S+)/.exec((await runHere("backup")).out) ?? [];
      for (const name of ["sapa.db", "sapa.db-wal", "sapa.db-shm"]) rmSync(join(data, name), { force: true });
      if (state === "empty") writeFileSync(join(data, "sapa.db"), "");
      for (const command of [["serve", "--port", "0"], ["migrate"], ["admin", "create", "--email", EMAIL, "--password-stdin"]]) {
        const { code, complaint } = await run([...command, "--data", data], { input: "secret-1\n" });
        expect(code).toBe(4);
        expect(complaint).toContain(`is ${state}`);
        expect(complaint).toContain(`sapa restore ${copy}`);
        expect(complaint).toContain("on purpose");
      }
      expect((await runHere("restore", copy)).code).toBe(0);
      expect((await runHere("migrate")).code).toBe(0);
    },
  );

  test("a database of a newer version ends with 4 and names the newest backup that this version can read, once", async () => {
    await runHere("migrate");
    const readable = join(data, "backups/before-9999_future-20261122T000000Z.db");
    expect((await runHere("backup", "--out", readable)).code).toBe(0);
    const database = new Database(join(data, "sapa.db"));
    database.exec("insert into schema_migrations values (9999, '9999_future.sql', 'x', 0)");
    database.close(true);
    await Bun.sleep(20);
    expect((await runHere("backup")).code).toBe(0);
    const { code, complaint } = await runHere("serve", "--port", "0");
    expect(code).toBe(4);
    expect(complaint).toContain("upgrade this program");
    expect(complaint).toContain(`sapa restore ${readable}`);
    expect(complaint.match(/restore/gi)).toHaveLength(2);
  });

  test("a backup of a damaged database ends with 4, names the file and the newest backup, and leaves no temporary file", async () => {
    await runHere("migrate");
    const [, copy = ""] = /Wrote (\S+)/.exec((await runHere("backup")).out) ?? [];
    const file = openSync(join(data, "sapa.db"), "r+");
    writeSync(file, Buffer.alloc(4096 * 8, 0x5a), 0, 4096 * 8, 40_960);
    closeSync(file);
    const { code, complaint } = await runHere("backup", "--out", join(folder, "new.db"));
    expect(code).toBe(4);
    expect(complaint).toContain(`${join(data, "sapa.db")} is damaged`);
    expect(complaint).toContain(`No backup was written. The newest one is ${copy}`);
    expect(readdirSync(folder)).toEqual(["data"]);
  });

  test("a restore that is killed at any moment never makes an ended session valid again", async () => {
    const server = await startServer();
    const post = (path: string, body: unknown) => fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
    await post("/api/users/signup", { username: "owner", email: "owner@example.com", password: "secret-1" });
    const copy = join(folder, "copy.db");
    await runHere("backup", "--out", copy);
    await server.stop();
    const read = <T>(text: string): T | null => {
      const database = new Database(join(data, "sapa.db"));
      const row = database.query<T, []>(text).get();
      database.close(true);
      return row;
    };
    expect(new Database(copy, { readonly: true }).query("select count(*) as n from sessions").get()).toEqual({ n: 1 });
    for (let round = 0; round < 8; round++) {
      const database = new Database(join(data, "sapa.db"));
      database.exec("update plans set name = 'Live' where id = 1; delete from sessions");
      database.close(true);
      const child = Bun.spawn([EXECUTABLE, "restore", copy, "--data", data], { env: {}, stdout: "pipe", stderr: "ignore" });
      // Kill it at its first printed line, or at some moment before.
      if (round % 2 === 0) await child.stdout.getReader().read();
      else await Bun.sleep(round * 40);
      child.kill("SIGKILL");
      await child.exited;
      expect(["Live", "Free Plan"]).toContain(read<{ name: string }>("select name from plans where id = 1")?.name ?? "");
      expect(read("select count(*) as n from sessions")).toEqual({ n: 0 });
    }
    expect((await runHere("restore", copy)).code).toBe(0);
    expect(readdirSync(data).filter((name) => name.includes(".part") || name.includes("restoring"))).toEqual([]);
  }, 60_000);

  test("the next start removes the temporary files of a backup that was killed", async () => {
    await runHere("migrate");
    mkdirSync(join(data, "backups"), { recursive: true });
    const ended = Bun.spawn(["true"]);
    await ended.exited;
    const drafts = [".part", ".part-journal"].map((end) => join(data, "backups", `sapa-x.db.${ended.pid}${end}`));
    for (const draft of drafts) writeFileSync(draft, "");
    await startServer();
    for (const draft of drafts) expect(existsSync(draft)).toBe(false);
  });
});

/** Commands as another user, which only root can test. */
describe.skipIf(process.getuid?.() !== 0)("a data folder of another user", () => {
  const asNobody = async (...args: string[]) => {
    const command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", EXECUTABLE, ...args, "--data", data];
    const child = Bun.spawn(command, { cwd: "/", env: {}, stdout: "pipe", stderr: "pipe" });
    const [code, complaint] = await Promise.all([child.exited, new Response(child.stderr).text()]);
    return { code, complaint };
  };

  test("every command names the folder, its owner and what to do, in one line", async () => {
    chmodSync(folder, 0o755);
    expect((await runHere("migrate")).code).toBe(0);
    for (const args of [["serve", "--port", "0"], ["backup"], ["migrate"], ["admin", "list-users"]]) {
      const { code, complaint } = await asNobody(...args);
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(complaint).toContain(`${data}: it belongs to user 0`);
      expect(complaint.trim()).not.toContain("\n");
    }
  });

  test("a start as a user after a first start as root names the file that belongs to root", async () => {
    chmodSync(folder, 0o777);
    mkdirSync(data, { mode: 0o777 });
    chmodSync(data, 0o777);
    expect((await runHere("migrate")).code).toBe(0);
    const { code, complaint } = await asNobody("serve", "--port", "0");
    expect(code).toBe(1);
    expect(complaint).toMatch(/^sapa: \S+\/lock\.db: it belongs to user 0, .*chown -R 65534 /);
  });
});

describe("stopping", () => {
  const logOf = (child: Bun.Subprocess<"ignore", "pipe", "pipe">) => new Response(child.stderr).text();
  const startLogged = async (...before: string[]) => {
    const command = [...before, EXECUTABLE, "serve", "--port", "0", "--data", data];
    const child = Bun.spawn(command, { cwd: folder, env: {}, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    servers.push(child);
    const { value } = await child.stdout.getReader().read();
    return { child, url: new TextDecoder().decode(value).trim().split(" ").at(-1) ?? "" };
  };

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)("%s lets replies end and exits with 0", async (signal) => {
    const { child } = await startLogged();
    child.kill(signal);
    expect(await child.exited).toBe(0);
    expect(await logOf(child)).toContain('"stopped"');
  });

  test("SIGUSR1 and SIGUSR2 do not end the server, and neither does SIGHUP when it was started with nohup", async () => {
    const { child, url } = await startLogged("nohup");
    for (const signal of ["SIGUSR1", "SIGUSR2", "SIGHUP"] as const) {
      child.kill(signal);
      await Bun.sleep(100);
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
    }
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("an incomplete request delays the shutdown by seconds, and not until the deadline", async () => {
    const { child, url } = await startLogged();
    const socket = await Bun.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port), socket: { data() {} } });
    socket.write("POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{");
    await Bun.sleep(100);
    child.kill("SIGTERM");
    const log = await logOf(child);
    expect(await child.exited).toBe(0);
    const [from = 0, to = 0] = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ message }) => message === "stopping" || message === "stopped")
      .map(({ time }) => Date.parse(time));
    // The shutdown was in time: otherwise the process gives up with this warning.
    expect(log).not.toContain("before all requests and replies had ended");
    expect(to - from).toBeLessThan(6_000);
    socket.end();
  }, 30_000);
});

test("health ends with 0 for a running server and with 1 if there is none", async () => {
  const { url, stop } = await startServer();
  const { port } = new URL(url);
  expect((await run(["health", "--port", port])).code).toBe(0);
  await stop();
  expect((await run(["health", "--port", port])).code).toBe(1);
});

test("doctor ends with 0 beside a running server and with 1 for a fault, which it names with the command that mends it", async () => {
  const { url, stop } = await startServer();
  const { port } = new URL(url);
  const well = await runHere("doctor", "--offline", "--port", port);
  expect([well.code, well.complaint]).toEqual([0, ""]);
  expect(well.out).toMatch(/^ok +database +The database has /m);
  expect(well.out).toMatch(/^ok +server +The server can take and store messages\.$/m);
  const key = join(data, "secret.key");
  chmodSync(key, 0o640);
  const ill = await runHere("doctor", "--offline", "--json", "--port", port);
  const faults = JSON.parse(ill.out).findings.filter(({ state }: { state: string }) => state === "fault");
  expect([ill.code, faults]).toMatchObject([1, [{ check: "secret", command: `chmod 600 ${key}` }]]);
  expect(statSync(key).mode & 0o777).toBe(0o640);
  await stop();
});
