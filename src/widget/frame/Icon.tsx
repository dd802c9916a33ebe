import { ICONS } from "../../contract/icons.ts";

/** `down` comes with the messages, which alone need it. */
export function Icon({ name, path }: { name?: keyof typeof ICONS; path?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path ?? (name && ICONS[name])} />
    </svg>
  );
}
