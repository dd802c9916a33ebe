/** The folder of each language. */
import type { Language } from "../../contract/language.ts";
import { en } from "./en/folder.ts";
import { ms } from "./ms/folder.ts";
import type { Folder } from "./sections.ts";

export const FOLDERS: Record<Language, Folder> = { en, ms };
