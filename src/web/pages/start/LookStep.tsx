import { Palettes } from "../editor/fields/Appearance.tsx";
import type { Guide } from "./use-guide.ts";

/** Step 3: a palette. The editor has every colour by itself, and pictures. */
export function LookStep({ guide: { draft, change } }: { guide: Guide }) {
  return <Palettes draft={draft} change={change} />;
}
