/** An upgrade takes only a newer release for this system, whole and signed, from a folder or an address. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeKey, writeRelease } from "../../../../test/signed-release.ts";
import { findOffer } from "./offer.ts";
import { ReleaseRefused } from "./release.ts";

const { key } = makeKey();
const running = { version: "1.2.2", target: "linux-x64", keys: [key.publicKey] };
const content = Buffer.alloc(300_000, "program");
const FILE = "sapa-1.2.3-linux-x64";
let folder: string;
let release: string;
let target: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sapa-offer-"));
  target = join(folder, "sapa.new");
  writeFileSync(join(folder, "program"), content);
  const program = join(folder, "program");
  release = await writeRelease(join(folder, "a release"), {
    version: "1.2.3",
    executables: { "linux-x64": program, "linux-arm64": program },
    key,
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The reason for which a release is refused, when it is found or when it is copied; null if it was copied. */
async function take(from: string, more: Partial<typeof running> = {}): Promise<string | null> {
  try {
    const offer = await findOffer(from, { ...running, ...more });
    await offer.copyTo(target);
    return null;
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    expect(existsSync(target)).toBe(false);
    return error.reason;
  }
}

function flip(name: string): void {
  const path = join(release, name);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  writeFileSync(path, bytes);
}

describe("a folder", () => {
  for (const from of ["", "manifest.json", FILE]) {
    test(`is found by ${from || "itself"}, and its executable is copied so that it can run`, async () => {
      expect(await take(join(release, from))).toBeNull();
      expect(readFileSync(target).equals(content)).toBe(true);
      expect(statSync(target).mode & 0o777 & ~process.umask()).toBe(0o755 & ~process.umask());
    });
  }

  test("with one flipped byte in the executable, the manifest or the signature is refused", async () => {
    flip(FILE);
    expect(await take(release)).toBe("changed");
    flip("manifest.json");
    expect(await take(release)).toBe("signature");
    flip("manifest.json");
    flip("manifest.json.minisig");
    expect(await take(release)).toBe("signature");
  });

  test("with a cut off, a longer or no executable, no signature or no manifest is refused", async () => {
    truncateSync(join(release, FILE), content.length - 1);
    expect(await take(release)).toBe("cut_off");
    writeFileSync(join(release, FILE), Buffer.concat([content, Buffer.from("x")]));
    expect(await take(release)).toBe("changed");
    rmSync(join(release, FILE));
    expect(await take(release)).toBe("manifest");
    rmSync(join(release, "manifest.json.minisig"));
    expect(await take(release)).toBe("unsigned");
    rmSync(join(release, "manifest.json"));
    expect(await take(release)).toBe("manifest");
    expect(await take(join(folder, "nowhere"))).toBe("manifest");
  });

  test("with an older or the same version, for another system, or signed with another key is refused", async () => {
    expect(await take(release, { version: "1.2.3" })).toBe("older");
    expect(await take(release, { version: "1.3.0" })).toBe("older");
    expect(await take(release, { target: "linux-x64-musl" })).toBe("target");
    expect(await take(join(release, "sapa-1.2.3-linux-arm64"))).toBe("target");
    expect(await take(release, { keys: [makeKey().key.publicKey] })).toBe("signature");
  });

  test("never writes into a file that is there already, or through a link", async () => {
    writeFileSync(target, "mine");
    const offer = await findOffer(release, running);
    expect(await offer.copyTo(target).catch((error) => error.code)).toBe("EEXIST");
  });
});

describe("an address", () => {
  let server: Bun.Server<undefined>;
  let answer: (path: string) => Response;
  beforeEach(() => {
    answer = (path) => (existsSync(join(release, path)) ? new Response(Bun.file(join(release, path))) : new Response("", { status: 404 }));
    const fetch = (request: Request) => answer(new URL(request.url).pathname.replace("/v1.2.3/", ""));
    server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  });
  afterEach(() => server.stop(true));

  for (const from of ["", "/", "/manifest.json", `/${FILE}`]) {
    test(`that ends with "v1.2.3${from}" is the same release`, async () => {
      expect(await take(`http://127.0.0.1:${server.port}/v1.2.3${from}`)).toBeNull();
      expect(readFileSync(target).equals(content)).toBe(true);
    });
  }

  test("of another system's executable, and one at which nothing or another server is, is refused", async () => {
    const base = `http://127.0.0.1:${server.port}`;
    expect(await take(`${base}/v1.2.3/sapa-1.2.3-linux-arm64`)).toBe("target");
    expect(await take(`${base}/elsewhere/`)).toBe("manifest");
    answer = () => new Response("", { status: 503 });
    expect(await take(`${base}/v1.2.3/`)).toBe("unreachable");
    server.stop(true);
    expect(await take(`${base}/v1.2.3/`)).toBe("unreachable");
  });

  test("that sends gigabytes as a manifest or as the executable is refused after the first ones", async () => {
    const endless = () => {
      const pull = (out: ReadableStreamDefaultController<Uint8Array>) => out.enqueue(new Uint8Array(65_536));
      return new Response(new ReadableStream({ pull }));
    };
    const usual = answer;
    answer = (path) => (path === FILE ? endless() : usual(path));
    expect(await take(`http://127.0.0.1:${server.port}/v1.2.3/`)).toBe("changed");
    answer = (path) => (path === "manifest.json" ? endless() : usual(path));
    expect(await take(`http://127.0.0.1:${server.port}/v1.2.3/`)).toBe("signature");
  });
});
