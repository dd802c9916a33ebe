import { isIP } from "node:net";
import { connect, type PeerCertificate } from "node:tls";
import { told } from "../../contract/messages/message.ts";
import { listCertificates } from "../https/store.ts";
import { DAY_MS } from "../platform/clock.ts";
import { errorCode } from "../platform/error-code.ts";
import { fault, ok, type Patient, type Run, unknown, type Verdict, warning } from "./check.ts";
import { hostOf } from "./network.ts";

/** A renewal is due at a third of the life of the shortest certificates in use, 45 days. */
const SOON_DAYS = 14;
const VERY_SOON_DAYS = 3;
const HTTPS_PORT = 443;

/** The certificate that browsers get at the public address. */
export const checkCertificate: Run = async (patient, signal) => {
  const { publicUrl } = patient.config;
  if (!publicUrl?.startsWith("https:")) return unknown(told("doctor.certificate.none"));
  const own = await checkOwn(patient);
  if (own) return own;
  if (!patient.isOnline) return unknown(told("doctor.offline"));
  const name = hostOf(publicUrl);
  const port = Number(new URL(publicUrl).port || HTTPS_PORT);
  const command = `openssl s_client -connect ${name}:${port} -servername ${name} </dev/null`;
  try {
    return judge(await readCertificate({ name, port }, patient, signal), { name, now: patient.now(), command });
  } catch (error) {
    // Another check says that the name has no address, or that nothing listens there.
    return unknown(told("doctor.certificate.unreachable", { name, code: errorCode(error) || "?" }), { command });
  }
};

/** As many failures as it takes until the administrator gets a mail. */
const MANY_FAILURES = 4;

/** The certificates that the server gets by itself. @returns null if they are in order */
async function checkOwn(patient: Patient): Promise<Verdict | null> {
  const { domains = [] } = patient.config.https ?? {};
  // A database that cannot be read is another check's fault.
  const stored =
    domains.length === 0
      ? []
      : await patient.reader().then(
          (db) => listCertificates(db, domains),
          () => null,
        );
  if (!stored) return null;
  const command = "journalctl -u sapa -o cat | grep certificate";
  for (const name of domains) {
    const { expiresAt = null, failures = 0 } = stored.find(({ domain }) => domain === name) ?? {};
    const days = Math.floor(((expiresAt ?? 0) - patient.now()) / DAY_MS);
    if (days < 0) return fault(told("doctor.certificate.missing", { name, count: failures }), { command });
    if (failures >= MANY_FAILURES) return warning(told("doctor.certificate.notRenewed", { name, count: failures, days }), { command });
  }
  return null;
}

interface Shown {
  certificate: PeerCertificate;
  /** Why it is not trusted; empty if it is. */
  complaint: string;
}

function judge({ certificate, complaint }: Shown, { name, now, command }: { name: string; now: number; command: string }): Verdict {
  const left = (Date.parse(certificate.valid_to) - now) / DAY_MS;
  const days = Math.floor(Math.abs(left));
  if (left < 0) return fault(told("doctor.certificate.expired", { name, days }), { command });
  if (/ALTNAME/.test(complaint)) return fault(told("doctor.certificate.otherName", { name }), { command });
  if (complaint !== "") return fault(told("doctor.certificate.untrusted", { name, code: complaint }), { command });
  if (left < VERY_SOON_DAYS) return fault(told("doctor.certificate.soon", { name, days }), { command });
  if (left < SOON_DAYS) return warning(told("doctor.certificate.soon", { name, days }), { command });
  return ok(told("doctor.certificate.ok", { name, days }));
}

/** @throws the error of the connection; the signal ends it */
function readCertificate({ name, port }: { name: string; port: number }, { ca }: Patient, signal: AbortSignal): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const servername = isIP(name) === 0 ? { servername: name } : {};
    // Nothing is sent, so a certificate that is not trusted does no harm here.
    const socket = connect({ host: name, port, ...servername, rejectUnauthorized: false, ...(ca !== undefined && { ca }) }, () => {
      const complaint = socket.authorized ? "" : String(socket.authorizationError ?? "UNKNOWN");
      resolve({ certificate: socket.getPeerCertificate(), complaint });
      socket.destroy();
    });
    socket.on("error", reject);
    signal.addEventListener("abort", () => {
      socket.destroy();
      reject(signal.reason);
    });
  });
}
