/**
 * The built files that the executable carries, served from a manifest: a name that is not in it does not exist, so no
 * path can lead out of the built files (docs/decisions/2026-11-21-assets-in-the-executable.md).
 */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type Language, pickLanguage } from "../../../contract/language.ts";
import type { Assets } from "./assets.ts";
import { createWardrobe, type DressedPage, type Encoding } from "./dressed-pages.ts";

/** One stored form of a built file: its path, and its length in bytes. */
interface Stored {
  file: string;
  size: number;
}

export interface BuiltFile {
  /** The address's path, such as `/assets/main-1a2b3c4d.js`. */
  path: string;
  type: string;
  /** Hash of the plain content; the ETag is made from it. */
  hash: string;
  /** Whether the name contains the content's hash: then clients may cache the file forever. */
  isHashed: boolean;
  /** Length of the plain content. `file` is absent if only `encoded.gzip` is stored: hardly any client requests the plain content. */
  plain: Pick<Stored, "size"> & Partial<Stored>;
  /** Only the encodings that are smaller than the plain content. */
  encoded: Partial<Record<Encoding, Stored>>;
  /** Of a document: it with marks in place of what an installation decides, compressed with gzip. */
  template?: Stored;
}

/** The two documents that the server serves. */
export interface Pages {
  /** index.html: the application. */
  application: BuiltFile;
  /** page-NAME.html: the application's document with the bones of one of its pages, by address. */
  early?: Partial<Record<string, BuiltFile>>;
  /** landing.html: the page at "/", which does not need the application's router. */
  landing: BuiltFile;
  /** landing-LANGUAGE.html: the same page in each language but the default one. */
  translations?: Partial<Record<Language, BuiltFile>>;
}

export interface Manifest {
  files: BuiltFile[];
  /** Null if the server runs from source and nothing has been built yet. */
  pages: { open: Pages; closed: Pages } | null;
  frame: Assets["frame"];
}

const YEAR_S = 31_536_000;
const LOADER_MAX_AGE_S = 300;
const OTHER_MAX_AGE_S = 3_600;
/** The only path outside /assets that pages of other origins load. */
const LOADER = "/embed.js";
const ENCODINGS: readonly Encoding[] = ["br", "gzip"];

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Owners link to pictures on any host, and many small sites have no https.
  "img-src 'self' https: http: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** The policy that also allows this text of a style element. */
function policyWith(style: string): string {
  if (style === "") return PAGE_POLICY;
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  return PAGE_POLICY.replace("style-src 'self'", `style-src 'self' 'sha256-${hash}'`);
}

const PAGE_HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-frame-options": "DENY",
};

/** Serves the files of a manifest to GET and HEAD requests; other methods get no file. */
export function createBuiltAssets(manifest: Manifest): Assets {
  /** Unpacked files by path. Bounded by the size of all built files together, about 1 MB. */
  const unpacked = new Map<string, Uint8Array<ArrayBuffer>>();

  const readPlain = ({ path, plain, encoded }: BuiltFile): Body => {
    if (plain.file !== undefined) return Bun.file(plain.file);
    const known = unpacked.get(path);
    if (known) return known;
    if (!encoded.gzip) throw new Error(`${path} is stored neither plain nor with gzip`);
    const content = new Uint8Array(gunzipSync(readFileSync(encoded.gzip.file)));
    unpacked.set(path, content);
    return content;
  };

  const dressed = createWardrobe();
  const files = new Map(manifest.files.map((file) => [file.path, file]));
  return {
    serve(request, pathname) {
      const file = files.get(pathname);
      return file && isRead(request)
        ? respond(request, builtContent(file, readPlain), { status: 200, headers: fileHeaders(file) })
        : undefined;
    },
    page(request, { status = 200, isSignUpClosed = false, dress = null } = {}) {
      const pages = manifest.pages?.[isSignUpClosed ? "closed" : "open"];
      if (!pages) return missingBuild();
      const headers = { ...PAGE_HEADERS, "content-security-policy": policyWith(dress?.style ?? ""), "cache-control": "no-cache" };
      const contentOf = (file: BuiltFile) => {
        const { path, template, type } = file;
        return dress && template ? dressedContent(dressed({ path, file: template.file }, dress), type) : builtContent(file, readPlain);
      };
      const { pathname } = new URL(request.url);
      if (pathname !== "/") return respond(request, contentOf(pages.early?.[pathname] ?? pages.application), { status, headers });
      // People who have chosen another language before get that one from the page's script.
      const language = pickLanguage(request.headers.get("accept-language")?.replaceAll(" ", ""));
      const landing = contentOf(pages.translations?.[language] ?? pages.landing);
      return respond(request, landing, { status, headers, variesBy: "accept-language" });
    },
    frame: manifest.frame,
  };
}

function isRead(request: Request): boolean {
  return request.method === "GET" || request.method === "HEAD";
}

function fileHeaders(file: BuiltFile): Record<string, string> {
  const isShared = file.path === LOADER || file.path.startsWith("/assets/");
  const age = file.isHashed ? `${YEAR_S}, immutable` : file.path === LOADER ? LOADER_MAX_AGE_S : OTHER_MAX_AGE_S;
  return {
    "cache-control": `public, max-age=${age}`,
    // Host pages with cross-origin isolation, and frames sandboxed to an opaque origin, load these.
    "cross-origin-resource-policy": isShared ? "cross-origin" : "same-origin",
    ...(isShared ? { "access-control-allow-origin": "*" } : {}),
  };
}

type Body = Blob | Uint8Array<ArrayBuffer>;

/** What is sent, in each of the forms in which there is one. */
interface Content {
  type: string;
  hash: string;
  encoded: Partial<Record<Encoding, unknown>>;
  read(encoding: Encoding | null): { body: Body; size: number };
}

function builtContent(file: BuiltFile, readPlain: (file: BuiltFile) => Body): Content {
  const read: Content["read"] = (encoding) => {
    const stored = encoding ? file.encoded[encoding] : undefined;
    return stored ? { body: Bun.file(stored.file), size: stored.size } : { body: readPlain(file), size: file.plain.size };
  };
  return { type: file.type, hash: file.hash, encoded: file.encoded, read };
}

function dressedContent({ hash, plain, encoded }: DressedPage, type: string): Content {
  const read: Content["read"] = (encoding) => {
    const body = encoding ? encoded[encoding] : plain;
    return { body, size: body.length };
  };
  return { type, hash, encoded, read };
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  /** The header, besides the accepted encodings, on which the answer depends. */
  variesBy?: string;
}

function respond(request: Request, content: Content, { status, headers: extra, variesBy }: Answer): Response {
  const encoding = chooseEncoding(request.headers.get("accept-encoding"), content.encoded);
  // Each encoding is a separate representation; with a shared tag, a cache could mix them up.
  const etag = `"${content.hash}${encoding ? `-${encoding}` : ""}"`;
  const vary = variesBy === undefined ? "accept-encoding" : `accept-encoding, ${variesBy}`;
  const headers = { ...extra, etag, vary, "x-content-type-options": "nosniff" };
  if (status === 200 && matchesTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const { body, size } = content.read(encoding);
  const described = {
    ...headers,
    "content-type": content.type,
    "content-length": String(size),
    ...(encoding ? { "content-encoding": encoding } : {}),
  };
  // HEAD requests get the body as well: the server omits it, but would report the length 0 if it were absent.
  return new Response(body, { status, headers: described });
}

/**
 * The best stored encoding that the client accepts (RFC 9110 §12.5.3): the one with the highest quality, and among equal
 * qualities br before gzip. Null: the plain content. A refusal of `identity` is ignored; no client sends one.
 */
export function chooseEncoding(header: string | null, stored: Partial<Record<Encoding, unknown>>): Encoding | null {
  if (!header) return null;
  const accepted = readQualities(header);
  let best: Encoding | null = null;
  let bestQuality = 0;
  for (const encoding of ENCODINGS) {
    const quality = accepted.get(encoding) ?? accepted.get("*") ?? 0;
    if (stored[encoding] !== undefined && quality > bestQuality) {
      best = encoding;
      bestQuality = quality;
    }
  }
  // A client that prefers the plain content says so with a higher quality for identity.
  return bestQuality >= (accepted.get("identity") ?? 0) ? best : null;
}

/** Maps the names of encodings to qualities from 0 to 1; an unreadable quality counts as a refusal. */
function readQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const part of header.slice(0, 512).split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const value = quality === undefined ? 1 : Number(quality);
    if (name !== "") qualities.set(name === "x-gzip" ? "gzip" : name, value >= 0 && value <= 1 ? value : 0);
  }
  return qualities;
}

export function matchesTag(header: string | null, etag: string): boolean {
  if (!header) return false;
  // A proxy that recompresses weakens the tag; the content is still ours.
  return header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}

function missingBuild(): Response {
  const text = "This server was started from source before the web application was built. Run: bun run build";
  return new Response(text, { status: 503, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } });
}
