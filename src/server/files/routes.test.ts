/** Pictures are uploaded, served under the hash of their content, and refused in words if they are none. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { bucketEnvironment, startFakeBucket } from "../../../test/fake-bucket.ts";
import { gif, jpeg, PNG_START, png, pngOfSize, webp } from "../../../test/pictures.ts";
import { isImageUrl } from "../../contract/knowledge.ts";
import { FilesFailed } from "../platform/files/file-store.ts";
import { sql } from "../platform/storage/db.ts";
import { matchStore } from "./store-mark.ts";

const MB = 1_024 * 1_024;

let sapa: TestApp;
let token: string;
beforeEach(async () => {
  sapa = await testApp({ env: { SAPA_PUBLIC_URL: "https://chat.example.com" } });
  ({ token } = await sapa.signUp("owner"));
  await matchStore(sapa, true);
});
afterEach(() => sapa.close());

const upload = (raw: Uint8Array<ArrayBuffer>, by = token) => sapa.call("POST", "/api/files", { token: by, raw });
const listFiles = () => sapa.db.all<{ hash: string }>(sql`select hash from files order by hash`);

test("an uploaded picture is served at the public address, under its hash and with its type", async () => {
  for (const [picture, extension, type] of [
    [png(), "png", "image/png"],
    [jpeg(), "jpg", "image/jpeg"],
    [gif(), "gif", "image/gif"],
    [webp(), "webp", "image/webp"],
  ] as const) {
    const { status, body } = await upload(picture);
    const hash = new Bun.CryptoHasher("sha256").update(picture).digest("hex");
    const path = `/files/${hash}.${extension}`;
    expect([status, body]).toEqual([201, { hash, mediaType: type, bytes: picture.length, path, url: `https://chat.example.com${path}` }]);
    expect(isImageUrl(body.url)).toBe(true);
    const served = await sapa.app.handle(new Request(`http://localhost${path}`));
    expect([served.status, served.headers.get("content-type")]).toEqual([200, type]);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(picture);
  }
});

test("a served picture may be cached forever, is never sniffed, and can do nothing when it is opened by itself", async () => {
  const { body } = await upload(png("<script>alert(1)</script>"));
  const served = await sapa.call("GET", body.path);
  expect(Object.fromEntries(served.headers)).toMatchObject({
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "content-length": String(body.bytes),
    etag: `"${body.hash}"`,
  });
  const again = await sapa.call("GET", body.path, { headers: { "if-none-match": `W/"${body.hash}"` } });
  expect([again.status, again.text]).toEqual([304, ""]);
  const head = await fetch(`${await sapa.listen()}${body.path}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, String(body.bytes), ""]);
});

test("only the address that the upload answered leads to the picture", async () => {
  const { body } = await upload(png());
  for (const name of [`${body.hash}.gif`, body.hash, `${body.hash}.png.html`, `${"0".repeat(64)}.png`, `${body.hash.toUpperCase()}.png`]) {
    expect((await sapa.call("GET", `/files/${name}`)).status).toBe(404);
  }
  expect((await sapa.call("GET", `/files/..%2f${body.hash}.png`)).status).toBe(404);
});

test("an empty file, a file that is no picture, an SVG and a file that is too large are refused, and nothing is stored", async () => {
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const half = new TextEncoder().encode("RIFFxxxxWAVE");
  const answers = [new Uint8Array(), svg, half, new TextEncoder().encode(PNG_START.slice(0, 4)), pngOfSize(5 * MB + 1)].map((one) =>
    upload(one),
  );
  expect((await Promise.all(answers)).map(({ status, body }) => [status, body.error.code, body.error.told.id])).toEqual([
    [422, "invalid", "files.empty"],
    [415, "unsupported_type", "files.type"],
    [415, "unsupported_type", "files.type"],
    [415, "unsupported_type", "files.type"],
    [413, "too_large", "files.tooLarge"],
  ]);
  expect((await sapa.call("POST", "/api/files", { raw: png() })).status).toBe(401);
  expect(await listFiles()).toEqual([]);
  expect(readdirSync(join(sapa.folder, "files")).sort()).toEqual(["drafts", "sapa-files"]);
});

test("a picture of exactly 5 MB is accepted", async () => {
  expect((await upload(pngOfSize(5 * MB))).status).toBe(201);
});

test("the same picture is stored once, counts for each account that has uploaded it, and can be uploaded again", async () => {
  const other = await sapa.signUp("other");
  const [first, second, third] = [await upload(png()), await upload(png()), await upload(png(), other.token)];
  expect([second.body, third.body]).toEqual([first.body, first.body]);
  expect(await listFiles()).toHaveLength(1);
  expect(await sapa.db.all(sql`select hash from account_files`)).toHaveLength(2);
});

test("uploads at the same time cannot exceed the room of an account, and other accounts keep theirs", async () => {
  // 199 MB are taken, so one of these has room.
  const { id } = await sapa.signUp("full");
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "full@example.com", password: "secret-1" } });
  await sapa.db.transaction(async (tx) => {
    await tx.run(sql`insert into files (hash, media_type, bytes, created_at) values ('large', 'image/png', ${199 * MB}, 1)`);
    await tx.run(sql`insert into account_files (account_id, hash, created_at) values (${id}, 'large', 1)`);
  });
  const pictures = ["a", "b", "c", "d"].map((text) => {
    const picture = pngOfSize(MB);
    picture.set(new TextEncoder().encode(text), 100);
    return picture;
  });
  const answers = await Promise.all(pictures.map((picture) => upload(picture, body.token)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const [refused] = answers.filter(({ status }) => status === 409);
  expect(refused?.body.error).toMatchObject({ code: "account_full", told: { id: "files.accountFull" } });
  const [accepted] = answers.flatMap(({ status }, index) => (status === 201 ? [pictures[index]] : []));
  // What the account has already takes no more room.
  expect((await upload(accepted ?? png(), body.token)).status).toBe(201);
  expect((await upload(png())).status).toBe(201);
});

test("an account may have 2,000 pictures, however small they are", async () => {
  const { id } = await sapa.signUp("many");
  const { body } = await sapa.call("POST", "/api/login", { body: { email: "many@example.com", password: "secret-1" } });
  await sapa.db.transaction(async (tx) => {
    for (let n = 0; n < 1_999; n++) {
      await tx.run(sql`insert into files (hash, media_type, bytes, created_at) values (${`h${n}`}, 'image/gif', 1, 1)`);
      await tx.run(sql`insert into account_files (account_id, hash, created_at) values (${id}, ${`h${n}`}, 1)`);
    }
  });
  expect((await upload(png("first"), body.token)).status).toBe(201);
  expect((await upload(png("second"), body.token)).status).toBe(409);
});

test("a picture whose content was lost is served again after it is uploaded again", async () => {
  const { body } = await upload(png());
  rmSync(join(sapa.folder, "files", body.hash.slice(0, 2), body.hash));
  expect((await sapa.call("GET", body.path)).status).toBe(404);
  expect(sapa.logLines.join("\n")).toContain("an uploaded file is missing from its store");
  await upload(png());
  expect((await sapa.call("GET", body.path)).status).toBe(200);
});

test("a picture that was cut off is not served, and is served again after it is uploaded again", async () => {
  const { body } = await upload(png());
  truncateSync(join(sapa.folder, "files", body.hash.slice(0, 2), body.hash), 10);
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await sapa.call(method, body.path);
    expect([method, status, headers.get("cache-control")]).toEqual([method, 404, "no-store"]);
  }
  expect(sapa.logLines.join("\n")).toContain("an uploaded file is not whole in its store");
  await upload(png());
  expect(new Uint8Array(await (await sapa.app.handle(new Request(`http://localhost${body.path}`))).arrayBuffer())).toEqual(png());
});

test("the headers of a picture in a bucket have its length, and are answered without its content", async () => {
  const service = startFakeBucket();
  const inBucket = await testApp({ env: { SAPA_FILES: "s3://pictures", ...bucketEnvironment(service) } });
  try {
    const owner = await inBucket.signUp("owner");
    const { body } = await inBucket.call("POST", "/api/files", { token: owner.token, raw: pngOfSize(MB) });
    const url = `${await inBucket.listen()}${body.path}`;
    const { status, headers } = await fetch(url, { method: "HEAD" });
    expect([status, headers.get("content-length")]).toEqual([200, String(MB)]);
    expect(service.requests.at(-1)).toStartWith("HEAD ");
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(MB);
    service.objects.set(`${body.hash.slice(0, 2)}/${body.hash}`, png().slice(0, 4));
    expect((await fetch(url)).status).toBe(404);
  } finally {
    await inBucket.close();
    service.stop();
  }
});

test("while a shared folder is away, uploads are refused, and nothing is written into its empty place", async () => {
  const folder = join(sapa.folder, "files");
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const { status, body } = await upload(png());
  expect([status, body.error.code, body.error.told.id]).toEqual([503, "storage_failed", "files.storeFailed"]);
  expect(sapa.logLines.join("\n")).toContain(`${folder}: its file sapa-files is missing. If the folder is shared, it may not be mounted`);
  expect(readdirSync(folder)).toEqual([]);
});

test("while the store fails, uploads are refused without its name, and the account uses nothing", async () => {
  sapa.files.put = async () => {
    throw new FilesFailed("unavailable", "s3://pictures/ at https://s3.internal: the service cannot be reached (no answer in time)");
  };
  const { status, body, text } = await upload(png());
  expect([status, body.error.code, body.error.told.id]).toEqual([503, "storage_failed", "files.storeFailed"]);
  expect(text).not.toContain("s3.internal");
  expect(sapa.logLines.join("\n")).toContain("s3://pictures/ at https://s3.internal: the service cannot be reached");
  expect(await sapa.db.all(sql`select hash from account_files`)).toEqual([]);
});

test("an owner lists the uploaded pictures with the room that they take, and deletes them; another account keeps the same picture", async () => {
  const other = (await sapa.signUp("other")).token;
  const first = (await upload(png("first"))).body;
  sapa.clock.pass(1_000);
  const second = (await upload(png("second"))).body;
  await upload(png("first"), other);
  const list = async (by = token, query = "") => (await sapa.call("GET", `/api/files${query}`, { token: by })).body;
  expect(await list()).toEqual({
    pictures: [
      { ...second, uploadedAt: expect.any(String) },
      { ...first, uploadedAt: expect.any(String) },
    ],
    total: 2,
    totalPages: 1,
    bytes: first.bytes + second.bytes,
  });
  expect(await list(token, "?limit=1&page=2")).toMatchObject({ pictures: [first], total: 2, totalPages: 2 });
  const remove = (hash: string, by = token) => sapa.call("DELETE", `/api/files/${hash}`, { token: by });
  expect((await remove(second.hash, other)).status).toBe(404);
  expect([(await remove(first.hash)).status, (await remove(first.hash)).status]).toEqual([204, 404]);
  expect(await list()).toMatchObject({ pictures: [second], total: 1, bytes: second.bytes });
  expect((await list(other)).total).toBe(1);
  expect((await sapa.call("GET", first.path)).status).toBe(200);
});

test("a deleted picture makes room for another one", async () => {
  const kept = (await upload(png("kept"))).body;
  await sapa.db.transaction((tx) => tx.run(sql`update files set bytes = ${200 * MB} where hash = ${kept.hash}`));
  expect((await upload(png("more"))).status).toBe(409);
  await sapa.call("DELETE", `/api/files/${kept.hash}`, { token });
  expect((await upload(png("more"))).status).toBe(201);
});
