/**
 * The address of a PostgreSQL database, from `--database` or SAPA_DATABASE. Every way to print it leaves the password
 * out, because configurations end up in logs and error texts.
 */
import { inspect } from "node:util";

export interface AddressParts {
  /** A host name, an IP address, or the folder of a unix socket. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  /** As in PostgreSQL's own clients; "verify-full" checks the certificate and the host name. */
  sslMode: SslMode;
  /** Path of a PEM file with the certificates that may sign the server's; null: the system's. */
  sslRootCert: string | null;
}

const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof SSL_MODES)[number];

const DEFAULT_PORT = 5432;
export const PERCENT_HINT = "write special characters of the password with percent signs, such as %40 for @";
const SHAPE = `must be postgres://USER:PASSWORD@HOST:PORT/DATABASE; ${PERCENT_HINT}`;

export class DatabaseAddress {
  readonly #parts: AddressParts;

  private constructor(parts: AddressParts) {
    this.#parts = parts;
  }

  /** @returns the address, or what is wrong with the text, in words that do not repeat it. */
  static parse(text: string): DatabaseAddress | string {
    const url = URL.parse(text);
    if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) return SHAPE;
    const [database, ...more] = decode(url.pathname.slice(1))?.split("/") ?? [];
    const [user, password] = [decode(url.username), decode(url.password)];
    if (!database || more.length > 0 || !user || password === null || text.includes("\0") || url.hash !== "") return SHAPE;
    const { sslmode = "prefer", sslrootcert = null, host = decode(url.hostname), ...others } = Object.fromEntries(url.searchParams);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) return `may have only the parameters host, sslmode and sslrootcert, and not "${unknown.slice(0, 40)}"`;
    const sslMode = SSL_MODES.find((mode) => mode === sslmode);
    if (!sslMode) return `sslmode must be one of ${SSL_MODES.join(", ")}`;
    if (!host) return SHAPE;
    const port = url.port === "" ? DEFAULT_PORT : Number(url.port);
    return new DatabaseAddress({
      host: host.replace(/^\[(.*)\]$/, "$1"),
      port,
      user,
      password,
      database,
      sslMode,
      sslRootCert: sslrootcert,
    });
  }

  /** With the password: only for opening connections. */
  reveal(): AddressParts {
    return this.#parts;
  }

  /** `postgres://user@host:port/database` */
  toString(): string {
    const { user, host, port, database } = this.#parts;
    return `postgres://${user}@${host.includes(":") ? `[${host}]` : host}:${port}/${database}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** Null if the text is not correctly percent-encoded. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
