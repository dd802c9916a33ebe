/** Certificates that the server gets by itself, as the operator sees them. */

/** Why there is no new certificate. */
export const CERTIFICATE_PROBLEMS = [
  /** The certificate authority cannot be reached. */
  "unreachable",
  /** The authority cannot reach this server on port 80. */
  "connection",
  /** The domain has no address, or its DNS does not answer. */
  "dns",
  /** Another server answers under the domain. */
  "other_server",
  "rate_limited",
  /** A CAA record of the domain names other authorities. */
  "caa",
  /** The authority gives no certificates for this domain. */
  "rejected",
  /** The authority does not accept the account. */
  "account",
  /** The authority failed, or answered what the protocol does not allow. */
  "failed",
] as const;
export type CertificateProblem = (typeof CERTIFICATE_PROBLEMS)[number];

export interface CertificateState {
  domain: string;
  /** ISO 8601 UTC; null: there is no certificate yet. */
  validUntil: string | null;
  /** From when on it is renewed; null: as soon as possible. */
  renewsAt: string | null;
  /** The last failure, if no success has followed. `detail`: in English, mostly the authority's own words; may be empty. */
  problem: { code: CertificateProblem; detail: string; at: string; nextTryAt: string } | null;
}

/** Words for a problem, in each language. */
export type CertificateTexts = Record<CertificateProblem, string>;
