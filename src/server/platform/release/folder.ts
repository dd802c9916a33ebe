/** A release as it lies in a folder after it was downloaded. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkFile, LONGEST_MANIFEST, MANIFEST_NAME, type Manifest, RELEASE_KEYS, ReleaseRefused, readManifest } from "./release.ts";

/**
 * Checks the manifest and each of the release's files that is there.
 * @returns the manifest, and the names of the files that are whole: at least one.
 * @throws ReleaseRefused
 */
export async function checkFolder(
  folder: string,
  keys: readonly string[] = RELEASE_KEYS,
): Promise<{ manifest: Manifest; names: string[] }> {
  const path = join(folder, MANIFEST_NAME);
  if (!existsSync(path)) throw new ReleaseRefused("manifest", `${path} is missing. Download it and its signature`);
  const signature = existsSync(`${path}.minisig`) ? await readStart(`${path}.minisig`).text() : null;
  const manifest = readManifest(await readStart(path).bytes(), signature, keys);
  const present = [...manifest.files, manifest.sbom].filter(({ name }) => existsSync(join(folder, name)));
  if (present.length === 0) throw new ReleaseRefused("manifest", `${folder} has no file of version ${manifest.version}`);
  for (const file of present) await checkFile(join(folder, file.name), file);
  return { manifest, names: present.map(({ name }) => name) };
}

/** So much of a file that one which is too long is noticed, and not read into memory. */
const readStart = (path: string) => Bun.file(path).slice(0, LONGEST_MANIFEST + 1);
