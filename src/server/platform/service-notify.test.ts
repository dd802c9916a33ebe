/** The service manager gets each message once, in its own form, and a failure of it does not hurt the server. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOfSocket, createNotifier } from "./service-notify.ts";

const python = Bun.which("python3");
/** Binds a socket of datagrams, says so, and prints each datagram as a line of JSON until STOPPING=1. */
const RECEIVER = `import socket, sys, json
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
name = sys.argv[1]
s.bind("\\0" + name[1:] if name.startswith("@") else name)
print("bound", flush=True)
while True:
    text = s.recv(65536).decode()
    print(json.dumps(text), flush=True)
    if text.startswith("STOPPING=1"): break
`;

function createRecorder() {
  const sent: string[] = [];
  const failures: unknown[] = [];
  let beat: (() => void) | null = null;
  let ms = 0;
  return {
    sent,
    failures,
    beat: () => beat?.(),
    isBeating: () => beat !== null,
    ms: () => ms,
    options: {
      onFailure: (error: unknown) => failures.push(error),
      open: async () => (path: string, message: string) => void sent.push(`${path} ${message}`),
      every: (interval: number, act: () => void) => {
        beat = act;
        ms = interval;
        return {
          stop: () => {
            beat = null;
          },
        };
      },
    },
  };
}

describe("messages", () => {
  test("without a socket in the environment, nothing is opened or sent", async () => {
    let isOpened = false;
    const open = async () => {
      isOpened = true;
      return () => undefined;
    };
    const notifier = await createNotifier({ env: { WATCHDOG_USEC: "1000000" }, onFailure: () => undefined, open });
    notifier.ready("Ready");
    notifier.stopping();
    expect(isOpened).toBe(false);
  });

  test("the watchdog gets a sign of life twice in its time, from readiness until the stop", async () => {
    const recorder = createRecorder();
    const env = { NOTIFY_SOCKET: "@here", WATCHDOG_USEC: "120000000", WATCHDOG_PID: String(process.pid) };
    const notifier = await createNotifier({ ...recorder.options, env });
    expect(recorder.isBeating()).toBe(false);
    notifier.ready("Ready at http://127.0.0.1:3000");
    expect(recorder.ms()).toBe(60_000);
    recorder.beat();
    notifier.stopping();
    expect(recorder.isBeating()).toBe(false);
    expect(recorder.sent).toEqual([
      "@here READY=1\nSTATUS=Ready at http://127.0.0.1:3000",
      "@here WATCHDOG=1",
      "@here STOPPING=1\nSTATUS=Letting replies end",
    ]);
  });

  test("a watchdog that is off or meant for another process gets none", async () => {
    for (const more of [{}, { WATCHDOG_USEC: "0" }, { WATCHDOG_USEC: "soon" }, { WATCHDOG_USEC: "1000000", WATCHDOG_PID: "1" }]) {
      const recorder = createRecorder();
      (await createNotifier({ ...recorder.options, env: { NOTIFY_SOCKET: "@here", ...more } })).ready("Ready");
      expect(recorder.isBeating()).toBe(false);
    }
  });

  test("a status cannot contain a message of its own", async () => {
    const recorder = createRecorder();
    (await createNotifier({ ...recorder.options, env: { NOTIFY_SOCKET: "@here" } })).status("one\nMAINPID=1");
    expect(recorder.sent).toEqual(["@here STATUS=one MAINPID=1"]);
  });

  test("a socket that cannot be opened, or takes nothing, is reported once and stops nothing", async () => {
    const opened = createRecorder();
    const throws = async () => {
      throw new Error("no C library");
    };
    (await createNotifier({ ...opened.options, env: { NOTIFY_SOCKET: "@here" }, open: throws })).ready("Ready");
    expect(opened.failures).toHaveLength(1);
    const failures: unknown[] = [];
    const real = await createNotifier({ env: { NOTIFY_SOCKET: "/nowhere/socket" }, onFailure: (error) => failures.push(error) });
    real.ready("Ready");
    real.stopping();
    expect(failures).toHaveLength(1);
  });
});

test("an address has the family and the path; relative and overlong ones are refused", () => {
  expect(Buffer.from(addressOfSocket("@a")).toString("latin1")).toBe("\x01\0\0a");
  expect(Buffer.from(addressOfSocket("/a")).toString("latin1")).toBe("\x01\0/a\0");
  for (const odd of ["a", "", `/${"a".repeat(107)}`]) expect(() => addressOfSocket(odd)).toThrow("is not the address of a socket");
});

describe.skipIf(!python)("a real socket", () => {
  let folder: string;
  let child: Bun.Subprocess<"ignore", "pipe", "ignore">;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sapa-notify-"));
  });
  afterEach(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });

  for (const kind of ["in the file system", "in the abstract namespace"]) {
    test(`receives what is sent to its address ${kind}`, async () => {
      const path = kind === "in the file system" ? join(folder, "socket") : `@sapa-test-${process.pid}`;
      child = Bun.spawn([python ?? "", "-c", RECEIVER, path], { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
      const reader = child.stdout.getReader();
      let text = "";
      const readOn = async () => {
        const { done, value } = await reader.read();
        text += new TextDecoder().decode(value);
        return !done;
      };
      while (!text.includes("bound\n")) expect(await readOn()).toBe(true);
      const failures: unknown[] = [];
      const notifier = await createNotifier({ env: { NOTIFY_SOCKET: path }, onFailure: (error) => failures.push(error) });
      notifier.ready("Ready");
      notifier.stopping();
      while (await readOn());
      const [, ...lines] = text.trim().split("\n");
      expect(lines.map((line) => JSON.parse(line))).toEqual(["READY=1\nSTATUS=Ready", "STOPPING=1\nSTATUS=Letting replies end"]);
      expect(failures).toEqual([]);
      expect(await child.exited).toBe(0);
    });
  }
});
