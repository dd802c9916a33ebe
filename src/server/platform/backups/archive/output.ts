/** Writes a new file that only its owner may read, and says what was written. */
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

export interface Written {
  bytes: number;
  sha256: string;
}

/** The file is on the disk when it resolves. @throws what the file system throws, and what `content` throws */
export async function writeOut(path: string, content: AsyncIterable<Uint8Array>): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, "wx", 0o600);
  try {
    const digest = createHash("sha256");
    let bytes = 0;
    for await (const piece of content) {
      digest.update(piece);
      for (let at = 0; at < piece.length; ) at += (await handle.write(piece, at)).bytesWritten;
      bytes += piece.length;
    }
    await handle.sync();
    return { bytes, sha256: digest.digest("hex") };
  } finally {
    await handle.close();
  }
}
