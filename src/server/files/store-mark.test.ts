/** Servers notice at their start that a file store is not the one of their installation. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type TestApp, testApp } from "../../../test/app.ts";
import { bucketEnvironment, startFakeBucket } from "../../../test/fake-bucket.ts";
import { png } from "../../../test/pictures.ts";
import { BucketFiles } from "../platform/files/bucket.ts";
import { FilesFailed } from "../platform/files/file-store.ts";
import { FolderFiles } from "../platform/files/folder.ts";
import { type BucketPlace, readFilesPlace } from "../platform/files/place.ts";
import { sql } from "../platform/storage/db.ts";
import { deleteSetting, findSetting } from "../settings/store.ts";
import { createStoreCheck, prepareFiles } from "./prepare.ts";
import { isOwnStore, matchStore } from "./store-mark.ts";
import { removeUnusedFiles } from "./sweep.ts";
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

const upload = async (name: string) => uploadPicture({ ...sapa, files: storeAt(name) }, (await sapa.signUp("owner")).id, png());

/** The mark that the database has. */
const setting = () => findSetting(sapa.db, "filesStore");

test("servers that share a store agree on its mark, also if they start at the same time", async () => {
  const matches = await Promise.all([1, 2, 3].map(() => matchStore({ db: sapa.db, files: storeAt("shared") }, true)));
  expect(matches).toEqual(["same", "same", "same"]);
  expect(await isOwnStore({ db: sapa.db, files: storeAt("shared") })).toBe(true);
  expect(await prepare("shared", true)).toBe("");
});

test("servers that share a bucket agree on its mark, and none disturbs another one's start", async () => {
  const service = startFakeBucket();
  try {
    const place = readFilesPlace("s3://pictures/ours", { standard: "", env: bucketEnvironment(service) }) as BucketPlace;
    const start = () => prepareFiles({ ...sapa, files: new BucketFiles(place), isShared: true });
    // The second server starts while the first one waits for each of its answers.
    let asked = 0;
    service.meanwhile = async () => {
      if (++asked % 2 === 1 && asked < 10) await start();
    };
    await start();
    expect(sapa.logLines).toEqual([]);
    expect([...service.objects.keys()]).toEqual(["ours/sapa-files"]);
    expect(await isOwnStore({ db: sapa.db, files: new BucketFiles(place) })).toBe(true);
  } finally {
    service.stop();
  }
});

test("of servers with folders of their own that start together, one has the right store, and the other one is warned", async () => {
  const matches = await Promise.all(["one", "two"].map((name) => matchStore({ db: sapa.db, files: storeAt(name) }, true)));
  expect(matches.sort()).toEqual(["same", "taken"]);
  const own = await Promise.all(["one", "two"].map((name) => isOwnStore({ db: sapa.db, files: storeAt(name) })));
  expect(own.sort()).toEqual([false, true]);
});

/** Another server starts, and has its store decided on, just before this one makes its mark. */
function overtaken(name: string, other: string, makeMark: (text: string) => Promise<unknown>): FolderFiles {
  return Object.assign(storeAt(name), {
    async createMark(text: string) {
      expect(await matchStore({ db: sapa.db, files: storeAt(other) }, true)).toBe("same");
      await makeMark(text);
    },
  });
}

test("a server that is overtaken by one with another store takes over like one that starts later, and both are warned", async () => {
  const late = overtaken("late", "early", (text) => storeAt("late").createMark(text));
  expect(await matchStore({ db: sapa.db, files: late }, true)).toBe("taken");
  expect(await matchStore({ db: sapa.db, files: late }, false)).toBe("same");
  expect(await matchStore({ db: sapa.db, files: storeAt("early") }, false)).toBe("taken");
});

test("servers that share a store agree on its mark, also if the service lets the later one replace it", async () => {
  const late = overtaken("shared", "shared", (text) => Bun.write(join(sapa.folder, "shared", "sapa-files"), text));
  expect(await matchStore({ db: sapa.db, files: late }, true)).toBe("taken");
  for (const isStart of [false, true]) expect(await matchStore({ db: sapa.db, files: storeAt("shared") }, isStart)).toBe("same");
});

test("a server on PostgreSQL with a folder of its own is warned at every start", async () => {
  expect(await prepare("first", true)).toBe("");
  await upload("first");
  for (let start = 0; start < 2; start++) {
    expect(await prepare("second", true)).toContain("give all of them the same --files, a folder that they share or a bucket");
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
  await check();
  expect(sapa.logLines.join("\n")).toContain("uses, or has used, another store");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("second") })).toBe(true);
  await upload("second");
  sapa.logLines.length = 0;
  for (let round = 0; round < 3; round++) await check();
  expect(sapa.logLines).toHaveLength(1);
  expect(sapa.logLines[0]).toContain("is not the one that this installation uses");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("second") })).toBe(true);
});

test("a store of another installation is named as such, keeps its mark, and is not made its own", async () => {
  const foreign = storeAt("foreign");
  await foreign.createMark("theirs");
  for (const isShared of [true, false]) expect(await prepare("foreign", isShared)).toContain("belongs to another installation");
  expect([await foreign.readMark(), await setting()]).toEqual(["theirs", undefined]);
  await upload("foreign");
  expect(await isOwnStore({ db: sapa.db, files: foreign })).toBe(false);
  // The operator decides so.
  rmSync(join(sapa.folder, "foreign", "sapa-files"));
  expect(await prepare("foreign", false)).toBe("");
  expect(await isOwnStore({ db: sapa.db, files: foreign })).toBe(true);
});

test("a new installation that is given the store of another one removes nothing from it", async () => {
  await prepare("theirs", false);
  const { hash } = await upload("theirs");
  const fresh = await testApp();
  try {
    const files = storeAt("theirs");
    await prepareFiles({ ...fresh, files, isShared: false });
    expect(fresh.logLines.join("\n")).toContain("belongs to another installation");
    await uploadPicture({ ...fresh, files }, (await fresh.signUp("owner")).id, png());
    await fresh.db.transaction((tx) => tx.run(sql`delete from account_files`));
    fresh.clock.pass(2 * 24 * 3_600_000);
    expect(await removeUnusedFiles({ ...fresh, files }, fresh.db.now)).toBe(0);
    expect(await files.sizeOf(hash)).toBe(png().length);
  } finally {
    await fresh.close();
  }
});

test("a database that has lost what it knew of its store, but not which installation it is, uses the store again", async () => {
  await prepare("own", false);
  const mark = await setting();
  await upload("own");
  await sapa.db.transaction((tx) => deleteSetting(tx, "filesStore"));
  expect(await prepare("own", false)).toBe("");
  expect(await setting()).toBe(mark);
});

test("a server whose shared folder goes away while it runs does not make the empty place its store", async () => {
  const check = createStoreCheck({ ...sapa, files: storeAt("mounted"), isShared: false });
  await check();
  await upload("mounted");
  rmSync(join(sapa.folder, "mounted"), { recursive: true });
  for (let round = 0; round < 2; round++) await check();
  expect(sapa.logLines).toHaveLength(1);
  expect(sapa.logLines[0]).toContain("has no file sapa-files any more");
  expect(existsSync(join(sapa.folder, "mounted"))).toBe(false);
});

test("an operator with several servers can begin with an empty store, as the warning says", async () => {
  await prepare("old", true);
  await upload("old");
  const mark = await setting();
  expect(await prepare("empty", true)).toContain(`"mark":"${mark}"`);
  await Bun.write(join(sapa.folder, "empty", "sapa-files"), `${mark}\n`);
  expect(await prepare("empty", true)).toBe("");
});

test("a single server that gets another store before the first picture is not warned", async () => {
  await matchStore(sapa, true);
  expect(await prepare("another", false)).toBe("");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("another") })).toBe(true);
});

test("a single server with an empty store uses it from now on, and says so if there were pictures", async () => {
  await matchStore(sapa, true);
  await upload("files");
  expect(await prepare("lost", false)).toContain("the store of uploaded pictures is empty, but pictures were uploaded");
  expect(await isOwnStore({ db: sapa.db, files: storeAt("lost") })).toBe(true);
  expect(await prepare("lost", false)).toBe("");
});

test("a first start that was cut off before the mark was written is completed by the next one", async () => {
  const failing = Object.assign(storeAt("cut"), {
    createMark: async () => {
      throw new FilesFailed("unavailable", "no answer");
    },
  });
  expect(await matchStore({ db: sapa.db, files: failing }, true).catch((error) => error.message)).toBe("no answer");
  expect(await matchStore({ db: sapa.db, files: storeAt("cut") }, true)).toBe("same");
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
