/** Servers notice at their start that a file store is not the one of their installation. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { png } from "../../../test/pictures.ts";
import { FilesFailed } from "../platform/files/file-store.ts";
import { FolderFiles } from "../platform/files/folder.ts";
import { findSetting } from "../settings/store.ts";
import { createStoreCheck, prepareFiles } from "./prepare.ts";
import { isOwnStore, matchStore } from "./store-mark.ts";
import { uploadPicture } from "./upload.ts";

let sapa: TestApp;
beforeEach(async () => {
  sapa = await testApp();
});
afterEach(() => sapa.close());

const storeAt = (name: string) => new FolderFiles(join(sapa.folder, name));
const prepare = async (name: string, isShared: boolean): Promise<string> => {
  sapa.logLines.length = 0;
  await prepareFiles({ db: sapa.db, files: storeAt(name), log: sapa.log, isShared });
  return sapa.logLines.join("\n");
};

const upload = async () => uploadPicture(sapa, (await sapa.signUp("owner")).id, png());

test("servers that share a store agree on its mark, also if they start at the same time", async () => {
  const matches = await Promise.all([1, 2, 3].map(() => matchStore({ db: sapa.db, files: storeAt("shared") })));
  expect(matches).toEqual(["same", "same", "same"]);
  expect(await isOwnStore({ db: sapa.db, files: storeAt("shared") })).toBe(true);
  expect(await prepare("shared", true)).toBe("");
});

test("a server on PostgreSQL with a folder of its own is warned at every start", async () => {
  expect(await prepare("first", true)).toBe("");
  await upload();
  for (let start = 0; start < 2; start++) {
    expect(await prepare("second", true)).toContain("give every server the same --files, a folder that they share or a bucket");
  }
  expect(await isOwnStore({ db: sapa.db, files: storeAt("second") })).toBe(false);
});

test("until the first picture, any store is the right one, and servers on PostgreSQL with different ones are warned", async () => {
  const check = createStoreCheck({ ...sapa, files: storeAt("first"), isShared: true });
  await check();
  expect(sapa.logLines).toEqual([]);
  expect(await prepare("second", true)).toContain("if several servers run, give all of them the same --files");
  expect(await prepare("second", true)).toBe("");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("second") })).toBe(true);
  await upload();
  sapa.logLines.length = 0;
  for (let round = 0; round < 3; round++) await check();
  expect(sapa.logLines).toHaveLength(1);
  expect(sapa.logLines[0]).toContain("to a server with a folder of its own");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("second") })).toBe(true);
});

test("a store of another installation is named as such, and keeps its mark", async () => {
  await matchStore(sapa);
  await upload();
  await storeAt("foreign").writeMark("theirs");
  for (const isShared of [true, false]) expect(await prepare("foreign", isShared)).toContain("belongs to another installation");
  expect(await storeAt("foreign").readMark()).toBe("theirs");
});

test("a database that was restored from before the first picture keeps the store beside it", async () => {
  await storeAt("old").writeMark("ours");
  expect(await prepare("old", false)).toBe("");
  expect(await findSetting(sapa.db, "filesStore")).toBe("ours");
});

test("a single server that gets another store before the first picture is not warned", async () => {
  await matchStore(sapa);
  expect(await prepare("another", false)).toBe("");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("another") })).toBe(true);
});

test("a single server with an empty store uses it from now on, and says so if there were pictures", async () => {
  await matchStore(sapa);
  await upload();
  expect(await prepare("lost", false)).toContain("the store of uploaded pictures is empty, but pictures were uploaded");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("lost") })).toBe(true);
  expect(await prepare("lost", false)).toBe("");
});

test("a first start that was cut off before the mark was written is completed by the next one", async () => {
  const failing = Object.assign(storeAt("cut"), {
    writeMark: async () => {
      throw new FilesFailed("unavailable", "no answer");
    },
  });
  expect(await matchStore({ db: sapa.db, files: failing }).catch((error) => error.message)).toBe("no answer");
  expect(await matchStore({ db: sapa.db, files: storeAt("cut") })).toBe("same");
});

test("a store that does not answer does not keep the server from starting, and one that has to be corrected does", async () => {
  const failing = (failure: "unavailable" | "refused") =>
    Object.assign(storeAt("any"), {
      probe: async () => {
        throw new FilesFailed(failure, "s3://pictures/ at https://s3.example: its reason");
      },
    });
  await prepareFiles({ ...sapa, files: failing("unavailable"), isShared: true });
  expect(sapa.logLines.join("\n")).toContain("s3://pictures/ at https://s3.example: its reason");
  expect(prepareFiles({ ...sapa, files: failing("refused"), isShared: true })).rejects.toThrow("its reason");
});
