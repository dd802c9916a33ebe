/** The checks of an installation: of `sapa doctor` and of the administrator's page. */
import type { MessageRef } from "./messages/message.ts";

/** In the order in which they are shown. */
export const CHECKS = [
  "folder",
  "secret",
  "disk",
  "database",
  "schema",
  "backups",
  "server",
  "address",
  "dns",
  "certificate",
  "proxy",
  "clock",
  "files",
  "memory",
  "mail",
  "models",
  "payments",
  "callback",
  "versions",
] as const;
export type CheckId = (typeof CHECKS)[number];

/** `unknown`: the check could not be made, or is about something that this installation does not have. */
export const CHECK_STATES = ["ok", "warning", "fault", "unknown"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** The section of the settings in which a fault is mended. */
export const PLACES = ["models", "payments", "mail", "backups"] as const;
export type PlaceId = (typeof PLACES)[number];

/** What a check has found. */
export interface Finding {
  check: CheckId;
  state: CheckState;
  /** One sentence, in English. */
  message: string;
  told?: MessageRef;
  /** A command or a flag that mends it, as it is typed; null if none does. */
  command: string | null;
  place: PlaceId | null;
}
