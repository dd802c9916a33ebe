/** What a check is, what it may look at, and what it says. */
import type { CheckState, PlaceId } from "../../contract/doctor.ts";
import type { Message } from "../../contract/messages/message.ts";
import type { SmtpServer } from "../mail/smtp.ts";
import type { Models } from "../models/calls/models.ts";
import type { BillingProvider } from "../payments/billing.ts";
import type { Config } from "../platform/config.ts";
import type { DiskSpace } from "../platform/disk.ts";
import type { MemorySpace } from "../platform/memory.ts";
import type { Outbound } from "../platform/outbound/outbound.ts";
import type { Reader } from "../platform/storage/db.ts";
import type { Settings } from "../settings/settings.ts";

/** What a running server says about itself; null where it does not say. */
export interface Figures {
  openFiles: number | null;
  maxOpenFiles: number | null;
  /** Requests with a forwarded address from this machine or its network: whose address was believed, and whose was not. */
  believed: number | null;
  notBelieved: number | null;
}

export type ServerState =
  | { kind: "running"; reasons: readonly string[]; version: string | null; pid: number | null; figures: Figures | null }
  | { kind: "stopped" | "taken" | "silent" | "refused" | "noAddress" }
  /** A server uses the data folder, and listens elsewhere. */
  | { kind: "elsewhere"; pid: number };

/** The installation and its surroundings. Nothing here changes anything. */
export interface Patient {
  /** Of this program. */
  version: string;
  config: Config;
  /** Where the server listens. */
  url: string;
  /** Whether servers outside may be asked. */
  isOnline: boolean;
  /** Epoch milliseconds of this machine's clock. */
  now(): number;
  server(): Promise<ServerState>;
  /** @throws if the database cannot be read */
  reader(): Promise<Reader>;
  /** `closed`: the names of the secrets that the key does not open. @throws as `reader`, and ConfigError if the key is not valid */
  settings(): Promise<{ settings: Settings; closed: readonly string[] }>;
  /** @throws ConfigError for a mistake in models.json */
  models(): Models;
  billing: Pick<BillingProvider, "check">;
  verifyMail(server: SmtpServer, sender: string): Promise<void>;
  /** All addresses of a name. */
  resolve(name: string): Promise<readonly string[]>;
  web: Outbound;
  /** A certificate to trust besides the usual ones, in PEM. */
  ca?: string;
  readDisk(): DiskSpace;
  /** `pid`: the server, whose limits count; null if it is not known. */
  readMemory(pid: number | null): MemorySpace | null;
  /** Variables of the environment that Sapa does not know. */
  strayVariables: readonly string[];
  /** How long reading a whole database may take. */
  databaseMs: number;
}

export interface Verdict {
  state: CheckState;
  message: Message;
  command?: string;
  place?: PlaceId;
}

type Mend = Pick<Verdict, "command" | "place">;
export const ok = (message: Message): Verdict => ({ state: "ok", message });
export const unknown = (message: Message, mend: Mend = {}): Verdict => ({ state: "unknown", message, ...mend });
export const warning = (message: Message, mend: Mend = {}): Verdict => ({ state: "warning", message, ...mend });
export const fault = (message: Message, mend: Mend = {}): Verdict => ({ state: "fault", message, ...mend });

/** A path as an argument of a shell. */
export const quoted = (path: string): string => (/^[\w./:@=+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/** The flag that names the installation, for commands. */
export const dataFlag = ({ config }: Pick<Patient, "config">): string => `--data ${quoted(config.data)}`;

const GIGABYTE = 1e9;
const MEGABYTE = 1e6;
/** To one digit after the point. */
export const gigabytes = (bytes: number): number => Math.round((bytes / GIGABYTE) * 10) / 10;
export const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE);

/** One check. It ends when the signal says so. */
export type Run = (patient: Patient, signal: AbortSignal) => Promise<Verdict>;
