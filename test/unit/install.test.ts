/** Each failure of install.sh is one line that says what to do, with an exit code other than 0 and no files left behind. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "../..");
let folder: string;
let clone: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sapa-install-"));
  clone = join(folder, "a clone (é)");
  mkdirSync(join(clone, "scripts"), { recursive: true });
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "tmp"));
  copyFileSync(join(ROOT, "install.sh"), join(clone, "install.sh"));
  for (const name of ["get-bun.sh", "get-release.sh", "install-service.sh"])
    copyFileSync(join(ROOT, "scripts", name), join(clone, "scripts", name));
  stub("df", 'echo header; echo "disk 9000000 0 9000000 0% /"');
  stub("bun", "case $1 in --version) echo 1.4.5 ;; esac");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a program that install.sh finds before the system's own. */
function stub(name: string, script: string): void {
  const path = join(folder, "bin", name);
  writeFileSync(path, `#!/bin/bash\n${script}\n`);
  chmodSync(path, 0o755);
}

async function install(args: string[] = ["--no-start"], env: Record<string, string> = {}) {
  const child = Bun.spawn(["bash", join(clone, "install.sh"), ...args], {
    env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder, TMPDIR: join(folder, "tmp"), ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [code, out, complaint] = await Promise.all([child.exited, new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code, out, complaint, last: complaint.trim().split("\n").at(-1) ?? "" };
}
const leftBehind = () => [
  ...readdirSync(clone).filter((name) => !["install.sh", "scripts"].includes(name)),
  ...readdirSync(join(folder, "tmp")),
];

test("a disk without enough space is refused before any download, with the space that is needed", async () => {
  stub("df", 'echo header; echo "disk 9000000 0 102400 0% /"');
  const { code, complaint } = await install();
  expect(code).toBe(1);
  expect(complaint).toMatch(
    /^Sapa: The disk has 100 MiB free, and building Sapa needs about \d+ MiB in .+\. Free some space and run this again\.\n$/,
  );
  expect(leftBehind()).toEqual([]);
});

test("without a network for the download of Bun, the message says so, and no incomplete Bun is left", async () => {
  stub("bun", "echo 0.0.1");
  stub("npm", 'echo "npm error code EAI_AGAIN"; echo "npm error request to the registry failed" >&2; exit 1');
  const { code, last } = await install();
  expect(code).toBe(1);
  expect(last).toStartWith("Sapa: npm could not get Bun 1.4.5: the network or the package server cannot be reached.");
  expect(leftBehind()).toEqual([]);
});

test("a downloaded Bun that is not the published one is refused and deleted", async () => {
  stub("bun", "echo 0.0.1");
  stub(
    "npm",
    `for argument in "$@"; do case $previous in --pack-destination) to=$argument ;; esac; previous=$argument; done
mkdir -p "$to/package/bin" && printf '#!/bin/bash\\necho 1.4.5\\n' >"$to/package/bin/bun" && chmod +x "$to/package/bin/bun"
tar -czf "$to/bun.tgz" -C "$to" package && rm -r "$to/package"`,
  );
  const { code, last } = await install();
  expect(code).toBe(1);
  expect(last).toContain("its SHA-512 differs");
  expect(leftBehind()).toEqual([]);
});

test("without a network for the packages, the message says so; incomplete packages are removed, those of an earlier run are kept", async () => {
  stub(
    "bun",
    `case $1 in --version) echo 1.4.5 ;; install) mkdir -p node_modules/half; echo "error: DNSResolveFailed downloading tarball x" >&2; exit 1 ;; esac`,
  );
  const first = await install();
  expect(first.code).toBe(1);
  expect(first.last).toStartWith("Sapa: Bun could not get the packages: the network or the package server cannot be reached.");
  expect(leftBehind()).toEqual([]);
  mkdirSync(join(clone, "node_modules"));
  expect((await install()).code).toBe(1);
  expect(existsSync(join(clone, "node_modules"))).toBe(true);
});

test("a disk that fills up during the build is named as the cause", async () => {
  stub(
    "bun",
    `case $1 in --version) echo 1.4.5 ;; scripts/build.ts) mkdir -p dist/.build; echo "ENOSPC: no space left on device, write" >&2; exit 1 ;; esac`,
  );
  const { code, last } = await install();
  expect(code).toBe(1);
  expect(last).toMatch(/^Sapa: The build failed: the disk filled up\. Free some space/);
  expect(existsSync(join(clone, "dist/.build"))).toBe(false);
});

test("any other failure is reported in one line with its last message and the name of the log", async () => {
  stub("bun", `case $1 in --version) echo 1.4.5 ;; scripts/build.ts) echo "Build failed: a budget is exceeded" >&2; exit 1 ;; esac`);
  const { code, last } = await install();
  expect(code).toBe(1);
  const [, log = ""] = /^Sapa: The build failed: Build failed: a budget is exceeded\. The full log is in (\S+)$/.exec(last) ?? [];
  expect(existsSync(log)).toBe(true);
});

test("a port in use is refused before the build, also when a flag or a variable sets it", async () => {
  stub("bun", `case $1 in --version) echo 1.4.5 ;; *) touch built ;; esac`);
  const other = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const port = String(other.port);
  for (const [args, env] of [
    [["--", "--port", port], {}],
    [["--", `--port=${port}`, "--host=0.0.0.0"], {}],
    [[], { SAPA_PORT: port }],
  ] as [string[], Record<string, string>][]) {
    const { code, last } = await install(args, env);
    expect(code).toBe(2);
    expect(last).toContain(`:${port} is in use by another program.`);
  }
  other.stop();
  expect(leftBehind()).toEqual([]);
});

test("a data folder in use by a server is refused before the build with code 3, and a free one is not", async () => {
  stub("bun", `case $1 in --version) echo 1.4.5 ;; install) echo "error: stopped here" >&2; exit 1 ;; esac`);
  const data = join(folder, "data");
  mkdirSync(data);
  const holder = Bun.spawn(
    [
      process.execPath,
      "-e",
      `const { lockDataFolder } = await import(${JSON.stringify(join(ROOT, "src/server/platform/storage/lock.ts"))});
globalThis.held = lockDataFolder(${JSON.stringify(data)}); console.log("held"); await Bun.sleep(60_000);`,
    ],
    { stdout: "pipe" },
  );
  await holder.stdout.getReader().read();
  for (const [args, env] of [
    [["--", "--port", "0", "--data", data], {}],
    [["--", "--port", "0"], { SAPA_DATA: data }],
  ] as [string[], Record<string, string>][]) {
    const { code, complaint } = await install(args, env);
    expect([code, complaint]).toEqual([
      3,
      `Sapa: ${data} is in use by another Sapa server (process ${holder.pid}). Stop it first (kill ${holder.pid}), or choose another folder: ./install.sh -- --data FOLDER\n`,
    ]);
  }
  holder.kill("SIGKILL");
  await holder.exited;
  expect((await install(["--", "--port", "0", "--data", data])).last).toContain("stopped here");
});

test("the installation gives up on a package server that never answers, without Ctrl-C", async () => {
  stub("bun", `case $1 in --version) echo 1.4.5 ;; install) exec sleep 600 ;; esac`);
  // Like the system's program, but with seconds instead of minutes.
  stub("timeout", 'for one in "$@"; do shift; [ "$one" = 900 ] && one=1; set -- "$@" "$one"; done; exec /usr/bin/timeout "$@"');
  const { code, last } = await install();
  expect(code).toBe(1);
  expect(last).toStartWith("Sapa: Bun could not get the packages: the network or the package server cannot be reached.");
  expect(leftBehind()).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)("a user who may not write to the clone is told its owner and what to do", async () => {
  for (const path of [folder, clone, join(clone, "scripts")]) chmodSync(path, 0o755);
  const command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "bash", join(clone, "install.sh"), "--no-start"];
  const child = Bun.spawn(command, { env: { PATH: `${join(folder, "bin")}:/usr/bin:/bin`, HOME: folder }, stderr: "pipe" });
  const complaint = await new Response(child.stderr).text();
  expect(await child.exited).toBe(1);
  expect(complaint).toBe(
    `Sapa: ${clone} belongs to root, and nobody may not write there. Run this as root, or hand the clone over: chown -R nobody ${clone}\n`,
  );
});

test("the output of apt goes to a log, which is named only after a failure", async () => {
  stub("bun", "echo 0.0.1");
  stub("id", "case $1 in -u) echo 0 ;; *) echo root ;; esac");
  stub("npm", "exit 1");
  rmSync(join(folder, "bin/npm"));
  stub(
    "apt-get",
    'for i in {1..500}; do echo "Selecting previously unselected package $i"; done; echo "E: Unable to locate package npm" >&2; exit 100',
  );
  // A PATH without the system's npm.
  const bin = join(folder, "system");
  mkdirSync(bin);
  for (const name of [
    "bash",
    "dirname",
    "df",
    "awk",
    "mktemp",
    "rm",
    "cp",
    "grep",
    "tr",
    "tail",
    "cut",
    "stat",
    "mkdir",
    "rmdir",
    "uname",
    "ls",
    "id",
    "cat",
    "env",
    "sleep",
    "timeout",
  ]) {
    const real = Bun.which(name, { PATH: "/usr/bin:/bin" });
    if (real) writeFileSync(join(bin, name), `#!/bin/sh\nexec ${real} "$@"\n`, { mode: 0o755 });
  }
  const { code, complaint, last } = await install(["--no-start"], { PATH: `${join(folder, "bin")}:${bin}` });
  expect(code).toBe(1);
  expect(complaint).not.toContain("Selecting previously");
  const [, log = ""] =
    /^Sapa: apt-get could not install nodejs npm: E: Unable to locate package npm\. The full log is in (\S+)$/.exec(last) ?? [];
  expect(existsSync(log)).toBe(true);
});
