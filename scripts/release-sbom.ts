/** The list of the libraries in the executable, for scanners of vulnerabilities and licences: CycloneDX 1.6, as JSON. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { JSONC } from "bun";
import { readLicences } from "./build-licences.ts";
import { BuildError, ROOT } from "./build-paths.ts";

/** A package of bun.lock: name@version, registry, what it needs, and the hash of its archive. */
type Locked = [id: string, registry: string, needs: { dependencies?: Record<string, string> }, integrity: string];

interface Component {
  type: "application" | "library" | "platform";
  "bom-ref": string;
  group?: string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: "SHA-512"; content: string }[];
  licenses?: ({ expression: string } | { license: { name: string } })[];
}

export interface Sbom {
  bomFormat: "CycloneDX";
  specVersion: "1.6";
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** The address of a package by the rules of purl, in which the @ of a scope is escaped. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
/** An expression of SPDX, as nearly every package.json has one. */
const isExpression = (licence: string) => /^\(?[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*\)?$/.test(licence);

function describeLicence(licence: string): Component["licenses"] {
  return [isExpression(licence) ? { expression: licence } : { license: { name: licence } }];
}

/** The content of an integrity as bun.lock has it, in hexadecimal. */
function hashesOf(integrity: string): Component["hashes"] {
  const [, sha512] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  return sha512 === undefined ? [] : [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }];
}

/** The key in bun.lock of what `from` gets when it imports `name`: the nearest one, as in node_modules. */
function findKey(packages: Record<string, Locked>, from: string, name: string): string | null {
  for (let place = from; place !== ""; place = place.slice(0, Math.max(place.lastIndexOf("/"), 0))) {
    if (packages[`${place}/${name}`]) return `${place}/${name}`;
  }
  return packages[name] ? name : null;
}

/** @throws BuildError when a library in the executable is not in bun.lock. */
export function makeSbom(release: { version: string; committedAt: string }): Sbom {
  const lock = JSONC.parse(readFileSync(join(ROOT, "bun.lock"), "utf8")) as { packages: Record<string, Locked> };
  const own = `pkg:generic/sapa@${release.version}`;
  const keyOf = new Map(Object.entries(lock.packages).map(([key, [id]]) => [id, key]));
  const { libraries } = readLicences();
  const shipped = new Set(libraries.map(({ name, version }) => `${name}@${version}`));
  const refOf = (key: string | null) => {
    const id = key === null ? "" : (lock.packages[key]?.[0] ?? "");
    return shipped.has(id) ? [purlOf(id.slice(0, id.lastIndexOf("@")), id.slice(id.lastIndexOf("@") + 1))] : [];
  };
  const dependencies = new Map<string, string[]>();
  const components = libraries.map(({ name, version, licence }): Component => {
    if (name === "Bun") return describeBun(version, licence);
    const key = keyOf.get(`${name}@${version}`);
    const locked = key === undefined ? undefined : lock.packages[key];
    if (key === undefined || !locked) throw new BuildError(`${name}@${version} is in the executable and not in bun.lock: run bun install`);
    const [scope, plain = name] = name.startsWith("@") ? name.split("/") : [];
    const ref = purlOf(name, version);
    const needed = Object.keys(locked[2].dependencies ?? {}).flatMap((one) => refOf(findKey(lock.packages, key, one)));
    dependencies.set(ref, [...new Set(needed)].sort());
    const group = scope === undefined ? {} : { group: scope };
    return {
      type: "library",
      "bom-ref": ref,
      ...group,
      name: plain,
      version,
      purl: ref,
      hashes: hashesOf(locked[3]),
      licenses: describeLicence(licence),
    };
  });
  dependencies.set(own, components.map((component) => component["bom-ref"]).sort());
  const body = {
    metadata: { timestamp: release.committedAt, component: describeSapa(own, release.version) },
    components,
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn })),
  };
  return { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: serialOf(body), version: 1, ...body };
}

const describeSapa = (ref: string, version: string): Component => ({
  type: "application",
  "bom-ref": ref,
  name: "sapa",
  version,
  purl: ref,
});

function describeBun(version: string, licence: string): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${version}`;
  return { type: "platform", "bom-ref": purl, name: "bun", version, purl, licenses: describeLicence(licence) };
}

/** A UUID that follows from the content, so that the same commit gives the same file. */
function serialOf(body: unknown): string {
  const hex = new Bun.CryptoHasher("sha256").update(JSON.stringify(body)).digest("hex");
  // The digits of version 8 (of the maker's own kind) and of the variant are fixed.
  const digits = `${hex.slice(0, 12)}8${hex.slice(13, 16)}a${hex.slice(17, 32)}`;
  return `urn:uuid:${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}`;
}
