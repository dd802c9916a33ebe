/** Uploaded files in a folder. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FilesFailed, hashOf } from "./file-store.ts";
import { FolderFiles } from "./folder.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "sapa-files-"));
  folder = join(base, "files");
});
afterEach(() => {
  chmodSync(base, 0o700);
  rmSync(base, { recursive: true });
});

const bytes = new TextEncoder().encode("a picture");
const hash = hashOf(bytes);

async function failureOf(work: Promise<unknown>): Promise<FilesFailed> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof FilesFailed) return error;
  throw error ?? new Error("it did not fail");
}

test("a file is stored below the first two digits of its hash, readable only by its owner, and no draft is left", async () => {
  const files = new FolderFiles(folder);
  expect([await files.sizeOf(hash), await files.read(hash)]).toEqual([null, null]);
  await files.createMark("the mark");
  await files.put(hash, bytes);
  const path = join(folder, hash.slice(0, 2), hash);
  expect(readFileSync(path, "utf8")).toBe("a picture");
  expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  expect(await files.sizeOf(hash)).not.toBeNull();
  expect(await new Response((await files.read(hash))?.body).text()).toBe("a picture");
  expect(readdirSync(join(folder, "drafts"))).toEqual([]);
});

test("what is stored already is not written again, and what is not there can be removed", async () => {
  const files = new FolderFiles(folder);
  await files.createMark("the mark");
  await files.put(hash, bytes);
  const path = join(folder, hash.slice(0, 2), hash);
  const { ino } = statSync(path);
  await files.put(hash, bytes);
  expect(statSync(path).ino).toBe(ino);
  await files.remove(hash);
  await files.remove(hash);
  expect(await files.sizeOf(hash)).toBeNull();
});

test("a file that was cut off is replaced", async () => {
  const files = new FolderFiles(folder);
  await files.createMark("the mark");
  await files.put(hash, bytes);
  truncateSync(join(folder, hash.slice(0, 2), hash), 4);
  expect([await files.sizeOf(hash), (await files.read(hash))?.bytes]).toEqual([4, 4]);
  await files.put(hash, bytes);
  expect(readFileSync(join(folder, hash.slice(0, 2), hash), "utf8")).toBe("a picture");
});

test("a folder without its mark takes no files, and is not made again", async () => {
  const { failure, message } = await failureOf(new FolderFiles(folder).put(hash, bytes));
  expect([failure, message]).toEqual(["unavailable", expect.stringContaining(`${folder}: its file sapa-files is missing`)]);
  expect(readdirSync(base)).toEqual([]);
});

test("nothing but a hash leads to a file", async () => {
  const files = new FolderFiles(folder);
  for (const name of ["../../etc/passwd", `${hash}/..`, hash.toUpperCase(), ""]) {
    expect(files.sizeOf(name)).rejects.toThrow("this is not the hash of a file");
  }
});

test("the mark is kept and never replaced, and its place is none of a file", async () => {
  const files = new FolderFiles(folder);
  expect(await files.readMark()).toBeNull();
  await files.createMark("the mark");
  await files.createMark("another mark");
  expect(readdirSync(join(folder, "drafts"))).toEqual([]);
  expect(await new FolderFiles(folder).readMark()).toBe("the mark");
  expect(readFileSync(join(folder, "sapa-files"), "utf8")).toBe("the mark\n");
});

test("the probe makes the folder, and removes drafts that were given up long ago, but no others", async () => {
  mkdirSync(join(folder, "drafts"), { recursive: true });
  for (const name of ["old", "young"]) writeFileSync(join(folder, "drafts", name), "half");
  const yesterday = Date.now() / 1000 - 86_400;
  utimesSync(join(folder, "drafts", "old"), yesterday, yesterday);
  await new FolderFiles(folder).probe();
  expect(readdirSync(join(folder, "drafts"))).toEqual(["young"]);
});

test("a draft that another server has just renamed does not disturb the probe", async () => {
  mkdirSync(join(folder, "drafts"), { recursive: true });
  // It is in the list of names, and cannot be found.
  symlinkSync(join(folder, "renamed"), join(folder, "drafts", "gone"));
  await new FolderFiles(folder).probe();
});

test("a path that is a file is refused in words that name it", async () => {
  writeFileSync(folder, "");
  const { failure, message } = await failureOf(new FolderFiles(folder).probe());
  expect([failure, message]).toEqual(["refused", `${folder}: this is a file, but a folder is needed. Choose another path.`]);
});

// The superuser may write everywhere.
test.skipIf(process.getuid?.() === 0)("a folder that cannot be written to is refused in words that say what to do", async () => {
  mkdirSync(folder, { mode: 0o500 });
  const { failure, message } = await failureOf(new FolderFiles(folder).probe());
  expect([failure, message]).toEqual(["refused", expect.stringContaining(`chmod u+rwX ${folder}`)]);
});

test("a folder that does not answer fails after its time", async () => {
  mkdirSync(folder);
  // Opening a pipe to read from it waits for a writer.
  const pipe = join(folder, "sapa-files");
  Bun.spawnSync(["mkfifo", pipe]);
  const { failure, message } = await failureOf(new FolderFiles(folder, 20).readMark());
  expect([failure, message]).toEqual(["unavailable", `${folder}: the folder does not answer`]);
  closeSync(openSync(pipe, "w"));
});
