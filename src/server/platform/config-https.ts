/** The part of the configuration for a server that has its own certificates: `--domain` and what belongs to it. */
import { domainToASCII } from "node:url";
import { z } from "zod";

export interface HttpsConfig {
  /** In the form that certificates have; the first one is the installation's address. At least one. */
  domains: readonly string[];
  /** For the account at the certificate authority; null: none. */
  email: string | null;
  /** The address of the authority's ACME directory. */
  directory: string;
  /** The path of a PEM file; null: the usual authorities are trusted. */
  caFile: string | null;
  /** 0: any free port. */
  httpsPort: number;
  httpPort: number;
}

export const LETS_ENCRYPT = "https://acme-v02.api.letsencrypt.org/directory";
const MAX_DOMAINS = 20;
const DEFAULT_HTTPS_PORT = 443;
const DEFAULT_HTTP_PORT = 80;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** An address is no name: its last label is a number. */
const LAST_LABEL = /^(?!\d+$)/;

export const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a whole number from 0 to 65535")
  .transform(Number)
  .refine((number) => number <= 65_535, "must be a whole number from 0 to 65535");

/** The schema's fields. */
export const httpsFields = {
  domain: z.string().transform(readDomains).nullable().default(null),
  acmeEmail: z.email("must be an email address").max(254, "must have at most 254 characters").nullable().default(null),
  acmeDirectory: z.string().transform(readDirectory).default(LETS_ENCRYPT),
  acmeCa: z.string().nullable().default(null),
  httpsPort: port.default(DEFAULT_HTTPS_PORT),
  httpPort: port.default(DEFAULT_HTTP_PORT),
};

export const HTTPS_FLAGS = {
  domain: { type: "string", multiple: true },
  "acme-email": { type: "string" },
  "acme-directory": { type: "string" },
  "https-port": { type: "string" },
  "http-port": { type: "string" },
} as const;

export const HTTPS_FLAG_NAMES = {
  domain: "domain",
  acmeEmail: "acme-email",
  acmeDirectory: "acme-directory",
  httpsPort: "https-port",
  httpPort: "http-port",
} as const;

export const HTTPS_VARIABLES = {
  domain: "SAPA_DOMAIN",
  acmeEmail: "SAPA_ACME_EMAIL",
  acmeDirectory: "SAPA_ACME_DIRECTORY",
  acmeCa: "SAPA_ACME_CA",
  httpsPort: "SAPA_HTTPS_PORT",
  httpPort: "SAPA_HTTP_PORT",
} as const;

interface Given {
  domain: readonly string[] | null;
  acmeEmail: string | null;
  acmeDirectory: string;
  acmeCa: string | null;
  httpsPort: number;
  httpPort: number;
}

/** Null without a domain: then nothing of this page applies. */
export const httpsOf = ({ domain, acmeEmail, acmeDirectory, acmeCa, httpsPort, httpPort }: Given): HttpsConfig | null =>
  domain && { domains: domain, email: acmeEmail, directory: acmeDirectory, caFile: acmeCa, httpsPort, httpPort };

/** The address under which people reach a domain. */
export const originOf = ({ httpsPort }: Pick<HttpsConfig, "httpsPort">, domain: string): string =>
  `https://${domain}${httpsPort === DEFAULT_HTTPS_PORT || httpsPort === 0 ? "" : `:${httpsPort}`}`;

function readDomains(text: string, context: z.RefinementCtx): readonly string[] {
  const given = text.split(",").map((one) => one.trim());
  const domains = [...new Set(given.map(readDomain))];
  if (domains.includes(null)) context.addIssue("must be a domain name such as chat.example.com, not an address and without *");
  else if (domains.length > MAX_DOMAINS) context.addIssue(`may be given for at most ${MAX_DOMAINS} domains`);
  else return domains as string[];
  return z.NEVER;
}

/** Null if this is no name that a certificate can be for. */
function readDomain(text: string): string | null {
  if (text.length > 253) return null;
  const name = domainToASCII(text).toLowerCase().replace(/\.$/, "");
  const labels = name.split(".");
  const isName = labels.length >= 2 && name.length <= 253 && labels.every((label) => LABEL.test(label));
  return isName && LAST_LABEL.test(labels.at(-1) ?? "") ? name : null;
}

function readDirectory(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" && url.username === "" && url.password === "" && url.hash === "") return url.href;
  context.addIssue("must be the https address of an ACME directory");
  return z.NEVER;
}
