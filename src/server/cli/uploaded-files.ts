/** What commands say about uploaded pictures, which a copy of the database does not contain. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashesIn } from "../files/hashes-in.ts";
import { MARK, pathOf } from "../platform/files/file-store.ts";
import { type FilesPlace, FolderPlace } from "../platform/files/place.ts";
import { say } from "./command.ts";
import { count } from "./progress.ts";

/** Of a folder. To ask a bucket about each file would take long. */
const countMissing = ({ path }: FolderPlace, hashes: readonly string[]) =>
  hashes.filter((hash) => !existsSync(join(path, pathOf(hash)))).length;

export const pictures = (files: number) => (files === 1 ? "1 uploaded picture" : `${count(files)} uploaded pictures`);

/** Says which files a backup does not contain, and which are missing already. */
export function describeLeftOut(backup: string, place: FilesPlace): void {
  const hashes = hashesIn(backup);
  if (hashes.length === 0) return;
  say(`Not included: ${pictures(hashes.length)}. Copy ${place} with your own tools, now that the database is copied.`);
  const missing = place instanceof FolderPlace ? countMissing(place, hashes) : 0;
  if (missing > 0) say(`${count(missing)} of them cannot be found there; if servers use another place, name it with --files.`);
}

/** Says which files of a restored backup have to be copied. */
export function describeWanted(backup: string, place: FilesPlace): void {
  const hashes = hashesIn(backup);
  if (place instanceof FolderPlace) {
    const missing = countMissing(place, hashes);
    if (missing === 0) return;
    say(`Missing in ${place}: ${pictures(missing)}. Copy the store of the backed-up installation there, with its file ${MARK}.`);
  } else if (hashes.length > 0) say(`The backup has ${pictures(hashes.length)}, which servers read from ${place}.`);
}
