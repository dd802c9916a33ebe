/** Files that no account uses are removed after a day, and never while an upload of the same content needs them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { png } from "../../../test/pictures.ts";
import { type FileStore, FilesFailed, hashOf } from "../platform/files/file-store.ts";
import { sql } from "../platform/storage/db.ts";
import { listRemovals, purgeAccounts } from "../upkeep/removals.ts";
import { matchStore } from "./store-mark.ts";
import { removeUnusedFiles } from "./sweep.ts";
import { uploadPicture } from "./upload.ts";

const DAY_MS = 24 * 3_600_000;

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
  await matchStore(sapa, true);
});
afterEach(() => sapa.close());

const sweep = (files: FileStore = sapa.files) => removeUnusedFiles({ db: sapa.db, files, log: sapa.log }, sapa.db.now - DAY_MS);
const listFiles = () => sapa.db.all<{ hash: string }>(sql`select hash from files order by hash`);
const stopUsing = (hash: string) => sapa.db.transaction((tx) => tx.run(sql`delete from account_files where hash = ${hash}`));

async function uploadUnused(text: string): Promise<string> {
  const { id } = await sapa.signUp(text.replaceAll(" ", "-"));
  const { hash } = await uploadPicture(sapa, id, png(text));
  await stopUsing(hash);
  return hash;
}

/** The store, with something that happens before a file is removed. */
const beforeRemoval = (act: (hash: string) => Promise<void>): FileStore =>
  Object.assign(Object.create(sapa.files) as FileStore, {
    remove: async (hash: string) => {
      await act(hash);
      await sapa.files.remove(hash);
    },
  });

test("a file that no account uses is kept for a day, and then removed from the table and the store", async () => {
  const hash = await uploadUnused("one");
  sapa.clock.pass(DAY_MS - 1);
  expect(await sweep()).toBe(0);
  expect(await sapa.files.sizeOf(hash)).not.toBeNull();
  sapa.clock.pass(2);
  expect(await sweep()).toBe(1);
  expect(await sapa.files.sizeOf(hash)).toBeNull();
  expect(await listFiles()).toEqual([]);
});

test("many files are removed in slices, and those that an account uses stay", async () => {
  const { id } = await sapa.signUp("owner");
  const used = await uploadPicture(sapa, id, png("used"));
  await sapa.db.transaction(async (tx) => {
    for (let n = 0; n < 120; n++) {
      await tx.run(sql`
        insert into files (hash, media_type, bytes, created_at, uploaded_at) values (${hashOf(png(`unused ${n}`))}, 'image/png', 1, 1, 1)`);
    }
  });
  sapa.clock.pass(2 * DAY_MS);
  expect(await sweep()).toBe(120);
  expect(await listFiles()).toEqual([{ hash: used.hash }]);
  expect(await sapa.files.sizeOf(used.hash)).not.toBeNull();
});

test("an upload of an old file keeps it for another day, also before its account is recorded", async () => {
  const hash = await uploadUnused("again");
  sapa.clock.pass(2 * DAY_MS);
  const { id } = await sapa.signUp("late");
  const put = sapa.files.put.bind(sapa.files);
  sapa.files.put = async (...args) => {
    expect(await sweep()).toBe(0);
    await put(...args);
  };
  await uploadPicture(sapa, id, png("again"));
  expect(await sapa.files.sizeOf(hash)).not.toBeNull();
});

test("while a file is being removed, an upload of the same content on another node is refused, and works afterwards", async () => {
  const hash = await uploadUnused("same");
  sapa.clock.pass(2 * DAY_MS);
  const { id, token } = await sapa.signUp("late");
  const other = sapa.openAnother();
  const seen: unknown[] = [];
  const files = beforeRemoval(async () => {
    const answer = await sapa.call("POST", "/api/files", { token, raw: png("same") });
    seen.push([answer.status, answer.body.error.code, answer.headers.get("retry-after")]);
    seen.push(await uploadPicture({ db: other, files: sapa.files }, id, png("same")).catch((error) => error.code));
    seen.push((await sapa.call("GET", `/files/${hash}.png`)).status);
  });
  expect(await sweep(files)).toBe(1);
  expect(seen).toEqual([[503, "busy", "60"], "busy", 404]);
  await uploadPicture({ db: other, files: sapa.files }, id, png("same"));
  other.close();
  expect(await sweep()).toBe(0);
  expect((await sapa.call("GET", `/files/${hash}.png`)).status).toBe(200);
});

test("a removal that was cut off is completed by the next round", async () => {
  const hash = await uploadUnused("cut off");
  sapa.clock.pass(2 * DAY_MS);
  const failing = beforeRemoval(async () => {
    throw new Error("the process ends");
  });
  expect(await sweep(failing).catch((error) => error.message)).toBe("the process ends");
  expect(await sapa.files.sizeOf(hash)).not.toBeNull();
  expect(await sweep()).toBe(1);
  expect(await sapa.files.sizeOf(hash)).toBeNull();
});

test("a file that cannot be removed is logged and tried again, and does not keep others from being removed", async () => {
  const hashes = [await uploadUnused("one"), await uploadUnused("two"), await uploadUnused("three")].sort();
  sapa.clock.pass(2 * DAY_MS);
  const failing = beforeRemoval(async (hash) => {
    if (hash === hashes[0]) throw new FilesFailed("unavailable", "the file system answered EIO");
  });
  for (const removed of [2, 0]) {
    sapa.logLines.length = 0;
    expect(await sweep(failing)).toBe(removed);
    expect(sapa.logLines).toHaveLength(1);
    expect(sapa.logLines[0]).toContain(`"hash":"${hashes[0]}","reason":"the file system answered EIO"`);
  }
  expect(await listFiles()).toEqual([{ hash: hashes[0] ?? "" }]);
  expect(await sweep()).toBe(1);
});

test("a picture that the store refuses to remove can be uploaded again", async () => {
  const hash = await uploadUnused("kept");
  sapa.clock.pass(2 * DAY_MS);
  const refusing = beforeRemoval(async () => {
    throw new FilesFailed("refused", "it belongs to another user");
  });
  for (let round = 0; round < 2; round++) expect(await sweep(refusing)).toBe(0);
  const { id } = await sapa.signUp("late");
  expect((await uploadPicture(sapa, id, png("kept"))).hash).toBe(hash);
  expect(await sweep()).toBe(0);
});

test("while the store is away, a round ends at the first file", async () => {
  await uploadUnused("one");
  await uploadUnused("two");
  sapa.clock.pass(2 * DAY_MS);
  let asked = 0;
  const files = beforeRemoval(async () => {
    asked++;
    files.readMark = async () => Promise.reject(new FilesFailed("unavailable", "no answer"));
    throw new FilesFailed("unavailable", "no answer");
  });
  expect(await sweep(files).catch((error) => error.message)).toBe("no answer");
  expect(asked).toBe(1);
});

test("a picture whose removal was cut off can be uploaded again after the store has become another one's", async () => {
  const hash = await uploadUnused("cut off");
  sapa.clock.pass(2 * DAY_MS);
  const failing = beforeRemoval(async () => {
    throw new FilesFailed("unavailable", "no answer");
  });
  expect(await sweep(failing)).toBe(0);
  await Bun.write(join(sapa.folder, "files", "sapa-files"), "another");
  const { id } = await sapa.signUp("late");
  expect(await uploadPicture(sapa, id, png("cut off")).catch((error) => error.code)).toBe("busy");
  expect(await sweep()).toBe(0);
  expect((await uploadPicture(sapa, id, png("cut off"))).hash).toBe(hash);
});

test("a round that is stopped removes no further file", async () => {
  await uploadUnused("first");
  await uploadUnused("second");
  sapa.clock.pass(2 * DAY_MS);
  const stopping = new AbortController();
  let removed = 0;
  const files = beforeRemoval(async () => {
    removed++;
    stopping.abort();
  });
  expect(
    await removeUnusedFiles({ db: sapa.db, files, log: sapa.log }, sapa.db.now - DAY_MS, stopping.signal).catch((error) => error.name),
  ).toBe("AbortError");
  expect(removed).toBe(1);
});

test("nothing is removed from a store that may belong to another installation", async () => {
  const hash = await uploadUnused("foreign");
  sapa.clock.pass(2 * DAY_MS);
  await Bun.write(join(sapa.folder, "files", "sapa-files"), "another");
  expect(await sweep()).toBe(0);
  expect(await sapa.files.sizeOf(hash)).not.toBeNull();
});

test("a deleted account frees its files, and a file that another account uses stays", async () => {
  const [gone, stays] = [await sapa.signUp("gone"), await sapa.signUp("stays")];
  const own = await uploadPicture(sapa, gone.id, png("own"));
  const shared = await uploadPicture(sapa, gone.id, png("shared"));
  await uploadPicture(sapa, stays.id, png("shared"));
  const admin = await sapa.adminToken();
  await sapa.call("DELETE", `/api/users/${gone.id}`, { token: admin });
  sapa.clock.pass(2 * DAY_MS);
  await purgeAccounts(sapa.db, sapa.db.now);
  const task = listRemovals({ ...sapa, settings: sapa.live.settings }).find(({ name }) => name === "remove unused files");
  expect(await task?.work()).toEqual({ files: 1 });
  expect([await sapa.files.sizeOf(own.hash), await sapa.files.sizeOf(shared.hash)]).toEqual([null, shared.bytes]);
});
