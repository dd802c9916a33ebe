/** What the checks of the installation could find, for pictures: every state, and long texts. */
import type { CheckId, Finding } from "../../src/contract/doctor.ts";
import { type Message, told } from "../../src/contract/messages/message.ts";

const NAME = "chat.kedai-kek-dan-roti-haji-mohd-yusof-dan-anak-anak.com.my";
const FOLDER = "/srv/chat";

const WRONG: Partial<Record<CheckId, [Finding["state"], Message, Partial<Pick<Finding, "command" | "place">>?]>> = {
  secret: [
    "fault",
    told("doctor.secret.mode", { path: `${FOLDER}/secret.key`, mode: "644" }),
    { command: `chmod 600 ${FOLDER}/secret.key` },
  ],
  backups: ["warning", told("doctor.backups.old", { days: 3 }), { command: `sapa backup --data ${FOLDER}` }],
  certificate: [
    "fault",
    told("doctor.certificate.expired", { name: NAME, days: 2 }),
    { command: `openssl s_client -connect ${NAME}:443 -servername ${NAME} </dev/null` },
  ],
  clock: ["unknown", told("doctor.clock.unknown"), { command: "timedatectl" }],
  mail: ["fault", told("mail.failed.logIn"), { place: "mail" }],
  models: ["warning", told("doctor.models.rate_limited", { model: "Gemini 3.5 Flash" }), { place: "models" }],
};

const WELL: Partial<Record<CheckId, Message>> = {
  folder: told("doctor.folder.ok", { path: FOLDER }),
  disk: told("doctor.disk.ok", { free: 69.3, total: 270.6 }),
  database: told("doctor.database.ok", { size: 1_204 }),
  schema: told("doctor.schema.ok"),
  server: told("doctor.server.ok"),
  address: told("doctor.address.ok", { url: `https://${NAME}` }),
  dns: told("doctor.dns.ok", { name: NAME, addresses: "93.184.215.14, 2606:2800:21f:cb07:6820:80da:af6b:8b2c" }),
  proxy: told("doctor.proxy.ok"),
  files: told("doctor.files.ok", { open: 212, limit: 65_536 }),
  memory: told("doctor.memory.ok", { available: 2_745, total: 4_096 }),
  payments: told("doctor.payments.ok"),
  callback: told("doctor.callback.ok", { url: `https://${NAME}` }),
  versions: told("doctor.versions.ok", { version: "0.1.0" }),
};

export function findingOf(check: CheckId): Finding {
  const [state, message, mend = {}] = WRONG[check] ?? ["ok", WELL[check] ?? told("doctor.schema.ok")];
  return { check, state, message: message.text, ...(message.ref && { told: message.ref }), command: null, place: null, ...mend };
}
