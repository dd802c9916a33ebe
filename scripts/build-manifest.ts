/** Prepares dist/web for the executable: each file plain and compressed, and a manifest that imports them. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { DEFAULT_BRAND } from "../src/contract/brand.ts";
import { fillPage } from "../src/contract/brand-page.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../src/contract/language.ts";
import { EARLY_PAGES } from "../src/contract/page.ts";
import type { Assets } from "../src/server/platform/http/assets.ts";
import { BuildError, EMBEDDED, hashOf, ROOT, WEB } from "./build-paths.ts";
import { earlyName } from "./build-web.ts";
import { GENERATED, writeIfChanged } from "./generate.ts";

const TYPES: Record<string, string> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  ico: "image/x-icon",
  jpg: "image/jpeg",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  webmanifest: "application/manifest+json",
  webp: "image/webp",
  woff2: "font/woff2",
};
const ALREADY_COMPRESSED = new Set(["jpg", "png", "webp", "woff2"]);
const HASHED_NAME = /-[0-9a-z]{8,}\.[a-z0-9]+$/;

/** Smaller windows and other modes save about one percent of a small file; for a large one the search takes too long. */
const SEARCHED_BELOW = 64 * 1_024;
const PLAIN = { mode: constants.BROTLI_MODE_GENERIC, window: constants.BROTLI_DEFAULT_WINDOW };
const MODES = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_TEXT, constants.BROTLI_MODE_FONT];
const SEARCHED = MODES.flatMap((mode) => [12, 14, 16].map((window) => ({ mode, window })));
/** The file for which the coding of distances is searched as well: every page view loads it, so ten bytes count. */
const LOADER = "embed.js";
const DISTANCES = [0, 1, 2].flatMap((postfix) => [0, 1, 2, 4, 8].map((steps) => ({ postfix, direct: steps << postfix })));

function compressBrotli(plain: Uint8Array, name: string): Uint8Array {
  const compress = ({ mode, window, postfix = 0, direct = 0 }: typeof PLAIN & { postfix?: number; direct?: number }) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        [constants.BROTLI_PARAM_MODE]: mode,
        [constants.BROTLI_PARAM_LGWIN]: window,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct,
      },
    });
  const more = name === LOADER ? SEARCHED.flatMap((one) => DISTANCES.map((distance) => ({ ...one, ...distance }))) : [];
  const tried = [PLAIN, ...(plain.length < SEARCHED_BELOW ? SEARCHED : []), ...more].map(compress);
  return tried.reduce((least, one) => (one.length < least.length ? one : least));
}

const COMPRESSORS = {
  br: compressBrotli,
  gzip: (plain: Uint8Array) => gzipSync(plain, { level: 9 }),
};
type Encoding = keyof typeof COMPRESSORS;

/** A built file with its lengths in bytes. */
export interface PackedFile {
  path: string;
  type: string;
  hash: string;
  isHashed: boolean;
  sizes: { plain: number; template?: number } & Partial<Record<Encoding, number>>;
}

/** Writes dist/embedded and the manifest. @returns the packed files, the pages included. */
export async function packAssets(frame: Assets["frame"]): Promise<PackedFile[]> {
  await rm(EMBEDDED, { recursive: true, force: true });
  await mkdir(EMBEDDED, { recursive: true });
  const names = await listFiles();
  const files: PackedFile[] = [];
  for (const name of names) files.push(await packFile(name));
  writeIfChanged("assets.ts", manifestSource(files, frame));
  return files;
}

/** The files of dist/web, as paths relative to it. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(WEB, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(WEB, join(entry.parentPath, entry.name)))
    .sort();
}

async function packFile(name: string): Promise<PackedFile> {
  const extension = name.split(".").at(-1) ?? "";
  const type = TYPES[extension];
  if (!type) throw new Error(`dist/web/${name}: files of this kind have no content type yet (scripts/build-manifest.ts)`);
  const source = await Bun.file(join(WEB, name)).bytes();
  const isPage = extension === "html";
  // A document is stored twice: as most installations show it, and as the template for those with a brand of their own.
  const plain = isPage ? new TextEncoder().encode(fillPage(new TextDecoder().decode(source), DEFAULT_BRAND, true)) : source;
  const sizes: PackedFile["sizes"] = { plain: plain.length };
  if (isPage) {
    const template = COMPRESSORS.gzip(source);
    sizes.template = template.length;
    await Bun.write(join(EMBEDDED, storedName(name, "template")), template);
  }
  for (const encoding of Object.keys(COMPRESSORS) as Encoding[]) {
    if (ALREADY_COMPRESSED.has(extension)) break;
    const small = COMPRESSORS[encoding](plain, name);
    if (small.length >= plain.length) continue;
    sizes[encoding] = small.length;
    await Bun.write(join(EMBEDDED, storedName(name, encoding)), small);
  }
  if (sizes.gzip === undefined) await Bun.write(join(EMBEDDED, storedName(name, "plain")), plain);
  return { path: `/${name}`, type, hash: hashOf(plain), isHashed: name.startsWith("assets/") && HASHED_NAME.test(name), sizes };
}

/** The name in one flat folder, with an ending that no bundler treats as code. */
function storedName(name: string, encoding: string): string {
  return `${name.replaceAll("/", "__")}.${encoding}.asset`;
}

function manifestSource(files: PackedFile[], frame: Assets["frame"]): string {
  const folder = relative(GENERATED, EMBEDDED);
  const imports: string[] = [];
  const stored = (file: PackedFile, encoding: "plain" | "template" | Encoding) => {
    const name = `a${imports.length}`;
    imports.push(`import ${name} from "${folder}/${storedName(file.path.slice(1), encoding)}" with { type: "file" };`);
    return `{ file: ${name}, size: ${file.sizes[encoding]} }`;
  };
  const row = (file: PackedFile) => {
    const encodings = (Object.keys(COMPRESSORS) as Encoding[]).filter((encoding) => file.sizes[encoding] !== undefined);
    const encoded = encodings.map((encoding) => `${encoding}: ${stored(file, encoding)}`).join(", ");
    const { path, type, hash, isHashed } = file;
    const template = file.sizes.template === undefined ? "" : `, template: ${stored(file, "template")}`;
    return `{ ...${JSON.stringify({ path, type, hash, isHashed })}, plain: ${file.sizes.gzip === undefined ? stored(file, "plain") : `{ size: ${file.sizes.plain} }`}, encoded: { ${encoded} }${template} }`;
  };
  const others = files.filter(({ path }) => !path.endsWith(".html")).map((file) => `    ${row(file)},`);
  const page = (name: string) => {
    const file = files.find(({ path }) => path === `/${name}.html`);
    if (!file) throw new BuildError(`dist/web has no ${name}.html`);
    return row(file);
  };
  const translated = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
  const translations = (end: string) => translated.map((language) => `${language}: ${page(`landing-${language}${end}`)}`).join(", ");
  const early = (end: string) => EARLY_PAGES.map((path) => `"${path}": ${page(`${earlyName(path)}${end}`)}`).join(", ");
  const pages = (end: string) =>
    `{ early: { ${early(end)} }, application: ${page(`index${end}`)}, landing: ${page(`landing${end}`)}, translations: { ${translations(end)} } }`;
  const body = `export const MANIFEST: Manifest = {\n  files: [\n${others.join("\n")}\n  ],\n  pages: { open: ${pages("")}, closed: ${pages("-closed")} },\n  frame: ${JSON.stringify(frame)},\n};\n`;
  return `import type { Manifest } from "../platform/http/built-assets.ts";\n${imports.join("\n")}\n\n${body}`;
}

/** @returns the built files that contain the path of the repository's root, which must be none. */
export async function findLeakedPaths(): Promise<string[]> {
  const names = await listFiles();
  const isLeaky = await Promise.all(names.map(async (name) => (await Bun.file(join(WEB, name)).text()).includes(ROOT)));
  return names.filter((_, index) => isLeaky[index]);
}
