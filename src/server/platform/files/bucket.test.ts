/** Uploaded files in a bucket, against a small S3-compatible service. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { inspect } from "node:util";
import { ACCESS_KEY, bucketEnvironment, type FakeBucket, SECRET_KEY, startFakeBucket } from "../../../../test/fake-bucket.ts";
import { BucketFiles } from "./bucket.ts";
import { FilesFailed, hashOf } from "./file-store.ts";
import { createFileStore } from "./open.ts";
import { type BucketPlace, type FilesPlace, readFilesPlace } from "./place.ts";

const bytes = new TextEncoder().encode("a picture");
const hash = hashOf(bytes);
const key = `ours/${hash.slice(0, 2)}/${hash}`;

let service: FakeBucket;
beforeEach(() => {
  service = startFakeBucket();
});
afterEach(() => service.stop());

function placeOf(text: string, more: Record<string, string> = {}): BucketPlace {
  return readFilesPlace(text, { standard: "", env: { ...bucketEnvironment(service), ...more } }) as BucketPlace;
}

const bucket = (callMs?: number) => new BucketFiles(placeOf("s3://pictures/ours"), callMs);

async function failureOf(files: BucketFiles): Promise<[string, string]> {
  const error = await files.probe().catch((thrown: unknown) => thrown);
  if (!(error instanceof FilesFailed)) throw error;
  return [error.failure, error.message];
}

test("a file is written, found, read and removed below the prefix, with a signature in each address", async () => {
  const files = bucket();
  expect([await files.sizeOf(hash), await files.read(hash)]).toEqual([null, null]);
  await files.put(hash, bytes);
  expect(service.objects.get(key)).toEqual(bytes);
  expect(await files.sizeOf(hash)).not.toBeNull();
  expect(await new Response((await files.read(hash))?.body).text()).toBe("a picture");
  await files.remove(hash);
  await files.remove(hash);
  expect([...service.objects]).toEqual([]);
  expect(service.requests).toContain(`PUT ${key}`);
});

test("what is stored already is not sent again", async () => {
  service.objects.set(key, bytes);
  await bucket().put(hash, bytes);
  expect(service.requests).toEqual([`HEAD ${key}`]);
});

test("an object of another length is replaced", async () => {
  service.objects.set(key, bytes.slice(0, 4));
  expect([await bucket().sizeOf(hash), (await bucket().read(hash))?.bytes]).toEqual([4, 4]);
  await bucket().put(hash, bytes);
  expect(service.objects.get(key)).toEqual(bytes);
});

test("the mark is kept beside the files, and is never replaced", async () => {
  expect(await bucket().readMark()).toBeNull();
  await bucket().createMark("the mark");
  await bucket().createMark("another mark");
  expect(await bucket().readMark()).toBe("the mark");
  expect([...service.objects.keys()]).toEqual(["ours/sapa-files"]);
});

test("the mark is written to a service that does not know conditions", async () => {
  let puts = 0;
  service.meanwhile = async () => {
    service.error = ++puts === 1 ? { status: 501, code: "NotImplemented" } : null;
  };
  await bucket().createMark("the mark");
  expect(await bucket().readMark()).toBe("the mark");
});

test("the probe writes, reads and removes, and leaves nothing behind", async () => {
  await bucket().probe();
  const [, name] = /^PUT ours\/(probes\/[\w-]{22})$/.exec(service.requests[0] ?? "") ?? [];
  expect(service.requests).toEqual([`PUT ours/${name}`, `GET ours/${name}`, `DELETE ours/${name}`]);
  expect([...service.objects]).toEqual([]);
});

test("a probe is not disturbed by the probe of another server that starts at the same time", async () => {
  service.meanwhile = async (request) => {
    if (!request.startsWith("GET")) return;
    service.meanwhile = null;
    await bucket().probe();
  };
  await bucket().probe();
  expect(service.requests.filter((request) => request.startsWith("DELETE"))).toHaveLength(2);
  expect([...service.objects]).toEqual([]);
});

test("a probe that cannot be read is removed", async () => {
  service.meanwhile = async (request) => {
    if (request.startsWith("GET")) service.objects.clear();
  };
  expect(await failureOf(bucket())).toEqual(["refused", expect.stringContaining("what was written there cannot be read")]);
  expect(service.requests.at(-1)).toMatch(/^DELETE ours\/probes\//);
});

test("a wrong key, a missing bucket and other mistakes are named with the endpoint and what to do, never with a key", async () => {
  const at = `s3://pictures/ours/ at ${service.url}`;
  expect(await failureOf(new BucketFiles(placeOf("s3://pictures/ours", { SAPA_S3_ACCESS_KEY_ID: "OTHER" })))).toEqual([
    "refused",
    `${at}: it does not know this access key: correct SAPA_S3_ACCESS_KEY_ID (403 InvalidAccessKeyId)`,
  ]);
  const mistakes: Record<string, string>[] = [{ SAPA_S3_SECRET_ACCESS_KEY: "another" }, { SAPA_S3_REGION: "eu-west-1" }];
  for (const wrong of mistakes) {
    const words = `${at}: the secret key is not the one of this access key: correct SAPA_S3_SECRET_ACCESS_KEY (403 SignatureDoesNotMatch)`;
    expect(await failureOf(new BucketFiles(placeOf("s3://pictures/ours", wrong)))).toEqual(["refused", words]);
  }
  expect(await failureOf(new BucketFiles(placeOf("s3://elsewhere")))).toEqual([
    "refused",
    `s3://elsewhere/ at ${service.url}: there is no bucket with this name: create it, or correct --files (404 NoSuchBucket)`,
  ]);
  for (const [error, failure, words] of [
    [{ status: 403 }, "refused", "give it s3:ListBucket"],
    [{ status: 301, code: "PermanentRedirect" }, "refused", "correct SAPA_S3_REGION"],
    [{ status: 403, code: "RequestTimeTooSkewed" }, "refused", "the clock of this machine"],
    [{ status: 503, code: "SlowDown" }, "unavailable", "the service answered 503 SlowDown"],
    [{ status: 500 }, "unavailable", "the service answered 500"],
  ] as const) {
    service.error = error;
    expect(await failureOf(bucket())).toEqual([failure, expect.stringContaining(words)]);
  }
});

test("a service that is away or silent fails within its time, and no message has the signed address", async () => {
  service.isSilent = true;
  expect(await failureOf(bucket(50))).toEqual(["unavailable", expect.stringContaining("(no answer in time)")]);
  const files = bucket();
  service.stop();
  const [failure, message] = await failureOf(files);
  expect(failure).toBe("unavailable");
  expect(message).toContain(`s3://pictures/ours/ at ${service.url}: the service cannot be reached`);
  for (const secret of [SECRET_KEY, ACCESS_KEY, "X-Amz"]) expect(message).not.toContain(secret);
});

test("a place never shows its keys, however it is printed", () => {
  const place = placeOf("s3://pictures/ours");
  for (const text of [String(place), JSON.stringify({ place }), inspect({ place }), Bun.inspect({ place })]) {
    expect(text).not.toContain(SECRET_KEY);
    expect(text).toContain("s3://pictures/ours/");
  }
});

const read = (text: string | null, env: Record<string, string> = {}): FilesPlace | string =>
  readFilesPlace(text, { standard: "/data/files", env });

test("a place is a folder or a bucket, and any other text is refused", () => {
  expect(String(read(null))).toBe("/data/files");
  expect(String(read("/mnt/files"))).toBe("/mnt/files");
  expect(String(read("s3://pictures", { SAPA_S3_REGION: "ap-southeast-1" }))).toBe(
    "s3://pictures/ at https://s3.ap-southeast-1.amazonaws.com",
  );
  expect(String(read("s3://pictures/a/b/", { SAPA_S3_ENDPOINT: "https://s3.example:9000/" }))).toBe(
    "s3://pictures/a/b/ at https://s3.example:9000",
  );
  for (const text of ["s3://", "s3://UPPER", "s3://a/../b", "s3://pictures/a?b", "https://s3.example/pictures", "ftp://x"]) {
    expect([text, read(text)]).toEqual([text, expect.stringMatching(/^must be a folder, or s3:/)]);
  }
  expect(read("s3://pictures", { SAPA_S3_ENDPOINT: "https://key:secret@s3.example" })).toMatch(/^SAPA_S3_ENDPOINT must be/);
  expect(read("s3://pictures", { SAPA_S3_REGION: "no region" })).toMatch(/^SAPA_S3_REGION must be/);
});

test("the usual names of the keys are read unless Sapa's own are set, and the two are never mixed", () => {
  const usual = { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B", AWS_SESSION_TOKEN: "C" };
  expect((read("s3://pictures", usual) as BucketPlace).reveal()).toEqual({ accessKeyId: "A", secretAccessKey: "B", sessionToken: "C" });
  const own = { SAPA_S3_ACCESS_KEY_ID: "D", SAPA_S3_SECRET_ACCESS_KEY: "E" };
  const ownPlace = read("s3://pictures", { ...usual, ...own, AWS_SESSION_TOKEN: "" }) as BucketPlace;
  expect(ownPlace.reveal()).toEqual({ accessKeyId: "D", secretAccessKey: "E", sessionToken: "" });
  expect(read("s3://pictures", { ...usual, ...own })).toBe("AWS_SESSION_TOKEN must not be set, because it belongs to other keys");
});

test("a bucket without keys is refused by the name of the variable", () => {
  const store = (env: Record<string, string>) => () => createFileStore({ files: read("s3://pictures", env) as FilesPlace });
  expect(store({})).toThrow("SAPA_S3_ACCESS_KEY_ID: must be set for s3://pictures/");
  expect(store({ SAPA_S3_ACCESS_KEY_ID: "D" })).toThrow("SAPA_S3_SECRET_ACCESS_KEY: must be set for s3://pictures/");
});
