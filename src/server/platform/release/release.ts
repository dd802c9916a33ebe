/** Whether a file is a release of Sapa that this installation may change to. */
import { stat } from "node:fs/promises";
import { z } from "zod";
import { SignatureRefused, verifySignature } from "./minisign.ts";

/** The public keys of the releases. A new key is added a version before it is used, so that installations know it. */
export const RELEASE_KEYS: readonly string[] = ["RWQvrbwGXPq62cw9Tr3Oav0F+vs5kIMgOJFkM/Dbcyskp1scUPCOZ3By"];

/** The systems that a release has an executable for. */
export const TARGETS = ["linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl", "darwin-arm64"] as const;
export type Target = (typeof TARGETS)[number];

export const MANIFEST_NAME = "manifest.json";
export const SUMS_NAME = "SHA256SUMS";
/** Ten times as long as a manifest is. */
export const LONGEST_MANIFEST = 64 * 1_024;

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?$/;
/** A name without a folder: whoever looks for the file beside the manifest must not be led elsewhere. */
const fileName = z.string().regex(/^sapa-[0-9A-Za-z][0-9A-Za-z.-]{0,99}$/);
const listedFile = z.strictObject({
  name: fileName,
  size: z.int().min(1).max(10_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const manifestSchema = z
  .object({
    name: z.literal("sapa"),
    version: z.string().regex(VERSION),
    commit: z.string().regex(/^[0-9a-f]{40}$/),
    /** The time of the commit, in UTC. */
    committedAt: z.iso.datetime(),
    // A later release may have targets that this version does not know.
    files: z.array(listedFile.extend({ target: z.string().regex(/^[a-z0-9-]{1,40}$/) })).max(100),
    sbom: listedFile,
  })
  .refine(({ files }) => new Set(files.map(({ target }) => target)).size === files.length, "a target is named twice");

export type Manifest = z.infer<typeof manifestSchema>;
export type ListedFile = z.infer<typeof listedFile>;

/** The release, or one of its files, is not what it should be. Nothing may be changed then. */
export class ReleaseRefused extends Error {
  override name = "ReleaseRefused";
  constructor(
    readonly reason: "unsigned" | "signature" | "manifest" | "older" | "target" | "cut_off" | "changed" | "unreachable",
    message: string,
  ) {
    super(message);
  }
}

/** The trusted comment of a file's signature. It binds the signature to the file's name and to the version. */
export const trustedComment = (version: string, name: string): string => `sapa ${version} ${name}`;

/**
 * The manifest of a release, after its signature was checked. `signature` is null if there is none.
 * @throws ReleaseRefused
 */
export function readManifest(content: Uint8Array, signature: string | null, keys: readonly string[] = RELEASE_KEYS): Manifest {
  if (signature === null) throw new ReleaseRefused("unsigned", `${MANIFEST_NAME}.minisig is missing: the release is not signed`);
  const comment = verify(content, signature, keys);
  const manifest = parse(content);
  if (comment !== trustedComment(manifest.version, MANIFEST_NAME))
    throw new ReleaseRefused("signature", `the signature is for "${comment}", and the manifest is of version ${manifest.version}`);
  return manifest;
}

function verify(content: Uint8Array, signature: string, keys: readonly string[]): string {
  try {
    return verifySignature(content, signature, keys);
  } catch (error) {
    if (!(error instanceof SignatureRefused)) throw error;
    throw new ReleaseRefused("signature", `${MANIFEST_NAME}: ${error.message}`);
  }
}

/** @throws ReleaseRefused for content that is signed and still no manifest that this version understands. */
function parse(content: Uint8Array): Manifest {
  const refused = (why: string) => new ReleaseRefused("manifest", `${MANIFEST_NAME} is not one that this version understands: ${why}`);
  if (content.length > LONGEST_MANIFEST) throw refused("it is too long");
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch (error) {
    throw refused(String(error));
  }
  const read = manifestSchema.safeParse(json);
  if (!read.success) throw refused(z.prettifyError(read.error).replaceAll("\n", " "));
  return read.data;
}

/**
 * The executable for this system. An older release, and the one that runs, are refused: a signature does not expire, so
 * someone could offer an old release with known defects.
 * @throws ReleaseRefused
 */
export function chooseFile(manifest: Manifest, running: { version: string; target: string }): ListedFile {
  const order = Bun.semver.order(manifest.version, running.version);
  if (order === 0) throw new ReleaseRefused("older", `${manifest.version} is the version that is installed`);
  if (order < 0) throw new ReleaseRefused("older", `${manifest.version} is older than ${running.version}, which is installed`);
  const file = manifest.files.find(({ target }) => target === running.target);
  if (!file) throw new ReleaseRefused("target", `${manifest.version} has no executable for ${running.target}`);
  return file;
}

/** Compares a file with its line in the manifest, in pieces. @throws ReleaseRefused */
export async function checkFile(path: string, listed: ListedFile): Promise<void> {
  const { size } = await stat(path);
  if (size < listed.size) throw new ReleaseRefused("cut_off", `${listed.name} has ${size} bytes of ${listed.size}: it is not complete`);
  if (size > listed.size) throw new ReleaseRefused("changed", `${listed.name} has ${size} bytes and should have ${listed.size}`);
  if ((await sha256Of(path)) !== listed.sha256)
    throw new ReleaseRefused("changed", `${listed.name} is another file than the release has: its SHA-256 differs`);
}

export async function sha256Of(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const piece of Bun.file(path).stream()) hasher.update(piece);
  return hasher.digest("hex");
}
