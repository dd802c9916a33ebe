/** A release that an upgrade may use: in a folder, or at an address. Nothing of it is used before its signature was checked. */
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { chooseFile, type ListedFile, LONGEST_MANIFEST, MANIFEST_NAME, type Manifest, ReleaseRefused, readManifest } from "./release.ts";

/** A server that sends nothing for this long is given up. */
const SILENCE_MS = 30_000;

export interface Offer {
  manifest: Manifest;
  /** The executable for this system. */
  file: ListedFile;
  /** Writes the executable to a new file, and removes it again if it is not the one of the release. @throws ReleaseRefused */
  copyTo(path: string): Promise<void>;
}

/** Null if there is no file of this name. */
type Open = (name: string) => Promise<AsyncIterable<Uint8Array> | null>;

interface Running {
  version: string;
  target: string;
  keys?: readonly string[];
}

/**
 * `from` names a folder with a release, its manifest, or the executable in it, as a path or as an http(s) address.
 * @throws ReleaseRefused for anything but a newer release for this system, signed with a trusted key.
 */
export async function findOffer(from: string, { version, target, keys }: Running): Promise<Offer> {
  const { open, named } = /^https?:\/\//.test(from) ? atAddress(new URL(from)) : inFolder(from);
  const content = await readSmall(open, MANIFEST_NAME);
  if (content === null) throw new ReleaseRefused("manifest", `${from} has no ${MANIFEST_NAME}`);
  const signature = await readSmall(open, `${MANIFEST_NAME}.minisig`);
  const manifest = readManifest(content, signature === null ? null : new TextDecoder().decode(signature), keys);
  const file = chooseFile(manifest, { version, target });
  if (named !== null && named !== file.name)
    throw new ReleaseRefused("target", `${named} is for another system: this one needs ${file.name}`);
  return { manifest, file, copyTo: (path) => receive(open, file, path) };
}

/** The last part of a path or an address, if it is not the folder itself. */
const NAMED = /^(?:manifest\.json|sapa-.*)$/;
const asFile = (name: string) => (name === MANIFEST_NAME ? null : name);

function inFolder(from: string): { open: Open; named: string | null } {
  const isFolder = statSync(from, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const folder = isFolder ? from : dirname(from);
  const open: Open = async (name) => (existsSync(join(folder, name)) ? Bun.file(join(folder, name)).stream() : null);
  return { open, named: isFolder ? null : asFile(basename(from)) };
}

function atAddress(from: URL): { open: Open; named: string | null } {
  const name = from.pathname.split("/").at(-1) ?? "";
  const isNamed = NAMED.test(name);
  // Without its last slash, the last part of an address would be replaced by the name of the file.
  const base = isNamed || from.pathname.endsWith("/") ? from : new URL(`${from.pathname}/`, from);
  return { open: (one) => download(new URL(one, base)), named: isNamed ? asFile(name) : null };
}

async function download(url: URL): Promise<AsyncIterable<Uint8Array> | null> {
  const aborter = new AbortController();
  const late = () => aborter.abort(new Error(`nothing was received for ${SILENCE_MS / 1_000} seconds`));
  let timer = setTimeout(late, SILENCE_MS);
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(late, SILENCE_MS);
  };
  try {
    const answer = await fetch(url, { signal: aborter.signal });
    if (answer.status === 404) {
      clearTimeout(timer);
      return null;
    }
    if (!answer.ok || !answer.body) throw new Error(`the server answered ${answer.status}`);
    heard();
    return readBody(answer.body, heard, () => clearTimeout(timer));
  } catch (error) {
    clearTimeout(timer);
    throw new ReleaseRefused("unreachable", `${url} cannot be downloaded (${error instanceof Error ? error.message : String(error)})`);
  }
}

async function* readBody(body: ReadableStream<Uint8Array>, heard: () => void, end: () => void): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of body) {
      heard();
      yield piece;
    }
  } finally {
    end();
  }
}

/** So much of a file that one which is too long is noticed. Null if there is none. */
async function readSmall(open: Open, name: string): Promise<Uint8Array | null> {
  const stream = await open(name);
  if (!stream) return null;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    size += piece.length;
    if (size > LONGEST_MANIFEST) break;
  }
  return Buffer.concat(pieces);
}

async function receive(open: Open, file: ListedFile, path: string): Promise<void> {
  const stream = await open(file.name);
  if (!stream) throw new ReleaseRefused("manifest", `${file.name} is missing beside ${MANIFEST_NAME}`);
  const handle = openSync(path, "wx", 0o755);
  try {
    const hasher = new Bun.CryptoHasher("sha256");
    let size = 0;
    for await (const piece of stream) {
      size += piece.length;
      if (size > file.size) throw new ReleaseRefused("changed", `${file.name} is longer than the release says`);
      hasher.update(piece);
      // A write may take less than all of a piece.
      for (let at = 0; at < piece.length; ) at += writeSync(handle, piece, at);
    }
    if (size < file.size) throw new ReleaseRefused("cut_off", `${file.name} has ${size} bytes of ${file.size}: it is not complete`);
    if (hasher.digest("hex") !== file.sha256)
      throw new ReleaseRefused("changed", `${file.name} is another file than the release has: its SHA-256 differs`);
    fsyncSync(handle);
    closeSync(handle);
  } catch (error) {
    closeSync(handle);
    rmSync(path, { force: true });
    if (error instanceof ReleaseRefused || !(error instanceof Error) || "path" in error) throw error;
    throw new ReleaseRefused("unreachable", `${file.name} cannot be read (${error.message})`);
  }
}
