/** The parts of an Office file and how they refer to each other. Nothing outside of the file is ever read. */
import { unreadable } from "../../document.ts";
import type { ReadLimits } from "../limits.ts";
import { readXml } from "./xml.ts";
import { Archive } from "./zip.ts";

export interface Relation {
  /** The last word of its type, such as "worksheet". */
  type: string;
  /** The name of the part in the archive. */
  target: string;
}

export interface OfficeFile {
  archive: Archive;
  /** The name of the part with the text. */
  main: string;
  kind: "docx" | "xlsx";
}

/** @throws DocumentUnreadable */
export function openOffice(bytes: Uint8Array, limits: ReadLimits): OfficeFile {
  const archive = new Archive(bytes, limits);
  const main = [...relationsOf(archive, "").values()].find(({ type }) => type === "officeDocument")?.target ?? "";
  const kind = /^word\/.*\.xml$/i.test(main) ? "docx" : /^xl\/.*\.xml$/i.test(main) ? "xlsx" : null;
  if (kind === null) throw unreadable("unsupported");
  if (!archive.has(main)) throw unreadable("broken");
  return { archive, main, kind };
}

/** What a part refers to, by the ids of the references; `name` is empty for the file as a whole. */
export function relationsOf(archive: Archive, name: string): Map<string, Relation> {
  const slash = name.lastIndexOf("/") + 1;
  const folder = name.slice(0, slash);
  const relations = new Map<string, Relation>();
  readXml(archive.text(`${folder}_rels/${name.slice(slash)}.rels`) ?? "", {
    open(element, attributes) {
      const target = attributes.get("Target") ?? "";
      if (element !== "Relationship" || attributes.get("TargetMode") === "External") return;
      const type = (attributes.get("Type") ?? "").split("/").at(-1) ?? "";
      relations.set(attributes.get("Id") ?? "", { type, target: resolve(folder, target) });
    },
  });
  return relations;
}

function resolve(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const path: string[] = [];
  for (const name of `${folder}${target}`.split("/")) {
    if (name === "..") path.pop();
    else if (name !== "." && name !== "") path.push(name);
  }
  return path.join("/");
}
