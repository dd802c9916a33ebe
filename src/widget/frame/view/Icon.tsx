import { ICONS } from "../../../contract/icons.ts";

/** Draws an icon of ICONS, or a `path` that only the caller needs. */
export function Icon({ name, path }: { name?: keyof typeof ICONS; path?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path ?? (name && ICONS[name])} />
    </svg>
  );
}
