/** install.sh as root: what the service gets, what stays, and that a release is installed only if it is signed. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { signContent } from "../../scripts/release-sign.ts";
import { trustedComment } from "../../src/server/platform/release/release.ts";
import { makeKey } from "../signed-release.ts";

const ROOT = resolve(import.meta.dir, "../..");
const { key } = makeKey();
let folder: string;
let clone: string;
let root: string;
let calls: string;

/** A program that install.sh finds before the system's own, and that notes how it was called. */
function stub(name: string, script = ""): void {
  const path = join(folder, "bin", name);
  writeFileSync(path, `#!/bin/bash\nprintf '%s\\n' "${name} $*" >>'${calls}'\n${script}\n`);
  chmodSync(path, 0o755);
}

/** What an executable of Sapa says to install.sh. */
const PROGRAM = (version: string) =>
  `#!/bin/bash\nprintf '%s\\n' "sapa-${version} $*" >>'${calls}'\ncase $1 in version) echo "sapa ${version}" ;; admin) echo "Password: once" ;; esac\n`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-service-"));
  clone = join(folder, "a clone (é)");
  root = join(folder, "the root");
  calls = join(folder, "calls");
  writeFileSync(calls, "");
  for (const path of [
    join(clone, "scripts"),
    join(clone, "deploy"),
    join(clone, "src/server/platform/release"),
    join(root, "run/systemd/system"),
  ])
    mkdirSync(path, { recursive: true });
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "tmp"));
  for (const name of ["install.sh", "scripts/get-bun.sh", "scripts/get-release.sh", "scripts/install-service.sh", "deploy/sapa.service"])
    copyFileSync(join(ROOT, name), join(clone, name));
  writeFileSync(
    join(clone, "src/server/platform/release/release.ts"),
    `export const RELEASE_KEYS: readonly string[] = ["${makeKey().key.publicKey}", "${key.publicKey}"];\n`,
  );
  stub("df", 'echo header; echo "disk 9000000 0 9000000 0% /"');
  stub(
    "bun",
    `case $1 in --version) echo 1.4.5 ;; scripts/build.ts) mkdir -p dist; cat '${join(folder, "program")}' >dist/sapa; chmod +x dist/sapa ;; esac`,
  );
  writeFileSync(join(folder, "program"), PROGRAM("1.0.0"));
  stub("id", `case "$*" in "-u") echo 0 ;; "-u sapa") [ -e '${folder}/user' ] ;; *) echo root ;; esac`);
  stub("useradd", `touch '${folder}/user'`);
  stub("chown");
  stub("runuser", 'shift 3; exec "$@"');
  stub("systemctl", "case $1 in is-active) exit 3 ;; esac");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function install(args: string[] = [], env: Record<string, string> = {}) {
  const child = Bun.spawn(["bash", join(clone, "install.sh"), ...args], {
    env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder, TMPDIR: join(folder, "tmp"), DESTDIR: root, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code, out, complaint, called: readFileSync(calls, "utf8") };
}
const at = (...path: string[]) => join(root, ...path);
const modeOf = (path: string) => statSync(path).mode & 0o777;
const isInstalled = () => existsSync(at("usr/local/bin/sapa")) || existsSync(at("etc/systemd/system/sapa.service"));

/** A release as a folder, for the system that runs the test. */
function writeRelease(version: string, sign = key): string {
  const release = join(folder, `release ${version}`);
  mkdirSync(release, { recursive: true });
  const names = ["x64", "arm64", "x64-musl", "arm64-musl"].map((target) => `sapa-${version}-linux-${target}`);
  for (const name of names) writeFileSync(join(release, name), PROGRAM(version));
  const hash = new Bun.CryptoHasher("sha256").update(PROGRAM(version)).digest("hex");
  const sums = names.map((name) => `${hash}  ${name}\n`).join("");
  writeFileSync(join(release, "SHA256SUMS"), sums);
  writeFileSync(join(release, "SHA256SUMS.minisig"), signContent(Buffer.from(sums), trustedComment(version, "SHA256SUMS"), sign));
  return release;
}

describe("from source", () => {
  test("as root under systemd, a service gets a user, its unit, a private data folder, the administrator, and is started", async () => {
    const { code, out, complaint, called } = await install();
    expect(complaint).toContain("Sapa runs on 127.0.0.1:3000");
    expect(code).toBe(0);
    expect(out).toContain("Password: once");
    expect(readFileSync(at("etc/systemd/system/sapa.service"), "utf8")).toBe(readFileSync(join(ROOT, "deploy/sapa.service"), "utf8"));
    expect([modeOf(at("usr/local/bin/sapa")), modeOf(at("var/lib/sapa")), modeOf(at("etc/sapa/sapa.env"))]).toEqual([0o755, 0o700, 0o600]);
    expect(called).toContain("useradd --system --user-group --home-dir /var/lib/sapa");
    expect(called).toContain(`chown sapa:sapa ${at("var/lib/sapa")}`);
    expect(called).toContain(
      `runuser -u sapa -- ${at("usr/local/bin/sapa")} admin create --email admin@example.com --data ${at("var/lib/sapa")}`,
    );
    expect(called.trim().endsWith("systemctl daemon-reload\nsystemctl enable --quiet sapa\nsystemctl restart sapa")).toBe(true);
  });

  test("a second time keeps the user, the settings and the old program, and sets the domain", async () => {
    await install();
    writeFileSync(at("etc/sapa/sapa.env"), "SAPA_TZ=Asia/Kuching\nSAPA_DOMAIN=old.example.com\n");
    writeFileSync(join(folder, "program"), PROGRAM("1.1.0"));
    writeFileSync(calls, "");
    const { code, complaint, called } = await install(["--domain", "chat.example.com", "--acme-email", "you@example.com"]);
    expect([code, complaint]).toEqual([0, expect.stringContaining("Open https://chat.example.com/awc")]);
    expect(readFileSync(at("etc/sapa/sapa.env"), "utf8")).toBe(
      "SAPA_TZ=Asia/Kuching\nSAPA_DOMAIN=chat.example.com\nSAPA_ACME_EMAIL=you@example.com\n",
    );
    expect(readFileSync(at("usr/local/bin/sapa"), "utf8")).toContain("1.1.0");
    expect(readFileSync(at("usr/local/bin/sapa.old"), "utf8")).toContain("1.0.0");
    expect(called).not.toContain("useradd");
  });

  test("without systemd, it is installed, and the message says how to start it", async () => {
    rmSync(at("run"), { recursive: true });
    const { code, complaint, called } = await install(["--service"]);
    expect([code, complaint]).toEqual([
      0,
      expect.stringContaining("systemd does not run here, so nothing was started. Start the server with:"),
    ]);
    expect(called).not.toContain("systemctl");
  });

  test("a service that does not start ends with 1 and its last words", async () => {
    stub("systemctl", "case $1 in is-active) exit 3 ;; restart) exit 1 ;; esac");
    stub("journalctl", "echo sapa: --port: this port is in use");
    const { code, complaint } = await install();
    expect([code, complaint]).toEqual([1, expect.stringContaining("sapa: --port: this port is in use\nSapa: The service did not start")]);
  });

  test("with flags for the server or with --foreground, root runs the server here, as any user", async () => {
    for (const args of [["--foreground"], ["--", "--port", "0"]]) {
      const { code, called } = await install(args, { SAPA_PORT: "0" });
      expect([code, isInstalled()]).toEqual([0, false]);
      expect(called).toContain("sapa-1.0.0 serve");
    }
  });

  test("what cannot be installed is refused before anything is built", async () => {
    stub("id", "case $1 in -u) echo 1000 ;; *) echo seri ;; esac");
    const other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    for (const [args, status, words] of [
      [["--service"], 1, "needs root"],
      [["--domain", "chat.example.com"], 1, "needs root"],
      [["--uninstall"], 1, "needs root"],
      [["--foreground", "--domain", "chat.example.com"], 2, "--domain is for the service"],
      [["--service", "--", "--port", "1"], 2, "flags after --"],
      [["--release"], 2, "--release needs a value"],
    ] as const) {
      const { code, complaint } = await install([...args]);
      expect([code, complaint]).toEqual([status, expect.stringContaining(words)]);
    }
    stub("id", "case $1 in -u) echo 0 ;; *) echo root ;; esac");
    mkdirSync(at("etc/sapa"), { recursive: true });
    writeFileSync(at("etc/sapa/sapa.env"), `SAPA_PORT=${other.port}\n`);
    expect(await install()).toMatchObject({ code: 1, complaint: expect.stringContaining(`Port ${other.port} is in use`) });
    expect((await install(["--domain", "no name"])).code).toBe(2);
    other.stop();
    expect([isInstalled(), existsSync(join(clone, "dist"))]).toEqual([false, false]);
  });
});

test("--uninstall removes the service and the program, and keeps the data, the settings and the user", async () => {
  await install();
  writeFileSync(at("var/lib/sapa/sapa.db"), "data");
  const { code, complaint, called } = await install(["--uninstall"]);
  expect([code, complaint]).toEqual([0, expect.stringContaining(`Kept: the data in ${at("var/lib/sapa")}`)]);
  expect(called).toContain("systemctl disable --quiet --now sapa");
  expect([isInstalled(), existsSync(at("var/lib/sapa/sapa.db")), existsSync(at("etc/sapa/sapa.env"))]).toEqual([false, true, true]);
  expect((await install(["--uninstall"])).complaint).toContain("Nothing to do");
});

describe.skipIf(!Bun.which("minisign"))("from a release", () => {
  test("the executable for this system is checked and installed, without Bun", async () => {
    stub("bun", "exit 1");
    const { code, complaint, called } = await install(["--release", writeRelease("1.0.0")]);
    expect([code, complaint]).toEqual([0, expect.stringContaining("Sapa 1.0.0: the signature is valid, and the file is whole")]);
    expect(readFileSync(at("usr/local/bin/sapa"), "utf8")).toBe(PROGRAM("1.0.0"));
    expect(called).not.toContain("bun install");
  });

  test("an installed service changes to it by its own upgrade", async () => {
    await install(["--release", writeRelease("1.0.0")]);
    const release = writeRelease("1.1.0");
    const { code, called } = await install(["--release", release]);
    expect(code).toBe(0);
    expect(called).toContain(`sapa-1.0.0 upgrade --from ${release} --data ${at("var/lib/sapa")}`);
    expect(readFileSync(at("usr/local/bin/sapa"), "utf8")).toBe(PROGRAM("1.0.0"));
  });

  test("changed, unsigned, foreign and missing ones are refused, and nothing is installed", async () => {
    const release = writeRelease("1.0.0");
    const sums = readFileSync(join(release, "SHA256SUMS"), "utf8");
    const refusals: [string, () => void][] = [
      ["is not valid", () => writeFileSync(join(release, "SHA256SUMS"), sums.replace("a", "b").replace("1", "2"))],
      ["is not valid", () => writeRelease("1.0.0", makeKey().key)],
      ["is not valid", () => copyFileSync(join(writeRelease("2.0.0"), "SHA256SUMS.minisig"), join(release, "SHA256SUMS.minisig"))],
      ["its SHA-256 differs", () => ["x64", "arm64"].map((one) => writeFileSync(join(release, `sapa-1.0.0-linux-${one}`), "echo harm"))],
      ["has no file SHA256SUMS.minisig", () => rmSync(join(release, "SHA256SUMS.minisig"))],
      ["has no file SHA256SUMS ", () => rmSync(join(release, "SHA256SUMS"))],
    ];
    for (const [words, spoil] of refusals) {
      writeRelease("1.0.0");
      spoil();
      const { code, complaint } = await install(["--release", release]);
      expect([code, complaint]).toEqual([1, expect.stringContaining(words)]);
      expect([isInstalled(), existsSync(join(clone, "dist"))]).toEqual([false, false]);
    }
  });
});
