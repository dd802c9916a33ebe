/** Uploaded files in a folder, which several servers may share. */
import type { Stats } from "node:fs";
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../error-code.ts";
import { isDiskFull, wordsFor } from "../file-errors.ts";
import { newId } from "../ids.ts";
import { type FileStore, FilesFailed, MARK, pathOf, type StoredContent } from "./file-store.ts";

/** A shared folder whose server is away may block a call forever. */
const CALL_MS = 30_000;
/** Longer than any write takes. Other servers write into the same folder, so process ids say nothing. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Where files are written before they get their name; on the same file system, so that they can be renamed. */
const DRAFTS = "drafts";
const NO_MARK = `its file ${MARK} is missing. If the folder is shared, it may not be mounted; if you have moved it, copy that file, too. Otherwise restart the server, which says more`;

export class FolderFiles implements FileStore {
  constructor(
    private readonly folder: string,
    private readonly callMs = CALL_MS,
  ) {}

  get name(): string {
    return this.folder;
  }

  async put(hash: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.guard(async () => {
      if ((await statOf(join(this.folder, MARK))) === null) throw new FilesFailed("unavailable", `${this.folder}: ${NO_MARK}`);
      const target = join(this.folder, pathOf(hash));
      if ((await statOf(target))?.size !== bytes.length) await this.write(target, bytes, rename);
    });
  }

  sizeOf(hash: string): Promise<number | null> {
    return this.guard(async () => (await statOf(join(this.folder, pathOf(hash))))?.size ?? null);
  }

  async read(hash: string): Promise<StoredContent | null> {
    const bytes = await this.sizeOf(hash);
    return bytes === null ? null : { bytes, body: Bun.file(join(this.folder, pathOf(hash))) };
  }

  remove(hash: string): Promise<void> {
    return this.guard(() => rm(join(this.folder, pathOf(hash)), { force: true }));
  }

  readMark(): Promise<string | null> {
    return this.guard(() =>
      readFile(join(this.folder, MARK), "utf8").then(
        (text) => text.trim(),
        (error: unknown) => {
          if (errorCode(error) === "ENOENT") return null;
          throw error;
        },
      ),
    );
  }

  createMark(text: string): Promise<void> {
    return this.guard(() => this.write(join(this.folder, MARK), Buffer.from(`${text}\n`), renameIfNew));
  }

  probe(): Promise<void> {
    return this.guard(async () => {
      const draft = await this.writeDraft(new Uint8Array([0]));
      await rm(draft);
      await this.removeDeadDrafts();
    });
  }

  /** A crash leaves either the whole file or none. */
  private async write(target: string, bytes: Uint8Array, name: (from: string, to: string) => Promise<void>): Promise<void> {
    const draft = await this.writeDraft(bytes);
    try {
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await name(draft, target);
      await flush(dirname(target));
      if (made !== undefined) await flush(this.folder);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private async writeDraft(bytes: Uint8Array): Promise<string> {
    const drafts = join(this.folder, DRAFTS);
    await mkdir(drafts, { recursive: true, mode: 0o700 });
    const path = join(drafts, newId());
    const handle = await open(path, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return path;
  }

  private async removeDeadDrafts(): Promise<void> {
    const drafts = join(this.folder, DRAFTS);
    for (const name of await readdir(drafts)) {
      // Another server may just have renamed it.
      const found = await statOf(join(drafts, name));
      if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(join(drafts, name), { force: true });
    }
  }

  private async guard<T>(act: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new FilesFailed("unavailable", `${this.folder}: the folder does not answer`)), this.callMs);
    try {
      return await Promise.race([act(), late.promise]);
    } catch (error) {
      throw this.explain(error);
    } finally {
      clearTimeout(timer);
    }
  }

  private explain(error: unknown): unknown {
    if (error instanceof FilesFailed) return error;
    const words = wordsFor(error, this.folder);
    if (words !== null) return new FilesFailed(isDiskFull(error) ? "full" : "refused", words, { cause: error });
    const code = errorCode(error);
    return code === "" ? error : new FilesFailed("unavailable", `${this.folder}: the file system answered ${code}`, { cause: error });
  }
}

/** @returns null if there is no such file. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Leaves a file that has the name already. */
async function renameIfNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const code = errorCode(error);
    // Some file systems have no links. There, two servers that start at the same time may both write.
    if (/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/.test(code) && (await statOf(to)) === null) return await rename(from, to);
    if (code !== "EEXIST" && (await statOf(to)) === null) throw error;
  }
  await rm(from);
}

/** Makes the names in a folder durable. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
