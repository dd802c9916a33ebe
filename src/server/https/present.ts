/** The certificates as the administrator's overview has them. */
import type { CertificateState } from "../../contract/https.ts";
import type { Reader } from "../platform/storage/db.ts";
import { listCertificates, type StoredCertificate } from "./store.ts";

/** One for each domain: first those without a certificate, then by the end. */
export async function presentCertificates(db: Reader, domains: readonly string[]): Promise<CertificateState[]> {
  const stored = new Map((await listCertificates(db, domains)).map((one) => [one.domain, one]));
  return domains.map((domain) => present(domain, stored.get(domain))).sort((a, b) => endOf(a) - endOf(b));
}

const endOf = ({ validUntil }: CertificateState) => (validUntil === null ? 0 : Date.parse(validUntil));
const timeOf = (at: number) => new Date(at).toISOString();

function present(domain: string, stored: StoredCertificate | undefined): CertificateState {
  if (!stored) return { domain, validUntil: null, renewsAt: null, problem: null };
  const { expiresAt, renewsAt, dueAt, problem, detail, failedAt } = stored;
  return {
    domain,
    validUntil: expiresAt === null ? null : timeOf(expiresAt),
    renewsAt: expiresAt === null || renewsAt === null ? null : timeOf(renewsAt),
    problem:
      problem === null || failedAt === null
        ? null
        : { code: problem, detail: detail ?? "", at: timeOf(failedAt), nextTryAt: timeOf(dueAt) },
  };
}
