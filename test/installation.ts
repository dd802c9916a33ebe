/** An installation in which everything is in order: a running server, a proxy with https, mail, a model, payments and a backup. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIVE_ACCOUNT, startBillplz } from "./billplz.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";
import { type Script, startFaultServer, VENDOR_SHAPES } from "./fault-server.ts";
import { startMailServer } from "./mail-server.ts";
import { ask, createProgram } from "./program.ts";

export const MODEL_KEY = "sk-canary-model-key";
export const MAIL_LOGIN = { user: "kedai", password: "canary-mail-password" };
const ADMIN = { email: "admin@example.com", password: "admin-secret" };

/** The vendor knows the key, lists its models, and says a word. */
export const wellVendor: Script = (wire, { method }) => {
  if (method === "GET") return wire.reply(200, "application/json", JSON.stringify({ data: [{ id: "gpt-4o" }] }));
  const shape = VENDOR_SHAPES.openai;
  wire.begin(shape.type);
  wire.write(shape.start + shape.text("ready") + shape.end("complete", null));
  wire.end();
};

/** A proxy with https. Call `lead` when its server's address is known. */
export function startProxy(tls = { cert: CERTIFICATE, key: CERTIFICATE_KEY }) {
  let target = "";
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls,
    fetch(request) {
      const { pathname } = new URL(request.url);
      return fetch(`${target}${pathname}`, { headers: { "x-forwarded-for": "203.0.113.7" } });
    },
  });
  return {
    url: `https://localhost:${server.port}`,
    lead(url: string) {
      target = url;
    },
    stop: () => server.stop(true),
  };
}

/** @param database the URL of a PostgreSQL database; absent: SQLite */
export async function startInstallation(database?: string) {
  const folder = mkdtempSync(join(tmpdir(), "sapa-well-"));
  const data = join(folder, "data");
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, CERTIFICATE);
  const [vendor, mail, billplz, proxy] = [startFaultServer(), await startMailServer({ login: MAIL_LOGIN }), startBillplz(), startProxy()];
  vendor.behave(wellVendor);
  const env: Record<string, string> = {
    SAPA_DATA: data,
    SAPA_PUBLIC_URL: proxy.url,
    SAPA_TRUSTED_PROXY: "127.0.0.1",
    SAPA_OPENAI_URL: vendor.url,
    SAPA_BILLPLZ_URL: billplz.url,
    SAPA_RATE_SCALE: "1000",
    NODE_EXTRA_CA_CERTS: ca,
    ...(database === undefined ? {} : { SAPA_DATABASE: database, SAPA_SECRET_KEY: "a canary key for these tests" }),
  };
  const program = createProgram(() => env);
  await program.run(["admin", "create", "--email", ADMIN.email, "--password-stdin"]);
  const server = await program.serve();
  proxy.lead(server.url);
  const token = (await ask(server.url, "POST", "/api/login", ADMIN)).body.token;
  const configure = async (settings: Record<string, unknown>) => {
    const { status, body } = await ask(server.url, "PUT", "/api/settings", settings, token);
    if (status !== 200) throw new Error(`the settings were refused: ${JSON.stringify(body)}`);
  };
  const smtp = {
    smtpHost: "127.0.0.1",
    smtpPort: mail.port,
    smtpSecurity: "none",
    smtpUser: MAIL_LOGIN.user,
    smtpPassword: MAIL_LOGIN.password,
  };
  const paying = {
    billplzApiKey: LIVE_ACCOUNT.apiKey,
    billplzCollectionId: LIVE_ACCOUNT.collections[0],
    billplzXSignatureKey: LIVE_ACCOUNT.xSignatureKey,
  };
  const well = {
    aiModel: "gpt-4o",
    modelKeys: { openai: MODEL_KEY },
    mailFrom: "hello@kedai.example",
    ...smtp,
    ...paying,
    billplzSandbox: 0,
  };
  await configure(well);
  // What a proxy does all day.
  await fetch(`${proxy.url}/api/settings`, { tls: { ca: CERTIFICATE } });
  const backup = join(data, "backups", "night.db");
  await program.run(["backup", "--out", backup]);
  return {
    folder,
    data,
    backup,
    env,
    program,
    server,
    proxy,
    vendor,
    billplz,
    /** Saves settings; without any, those with which everything works. */
    configure: (settings: Record<string, unknown> = well) => configure(settings),
    smtp,
    /** What may be printed nowhere. */
    secrets: () => [
      ...[MODEL_KEY, MAIL_LOGIN.password, ADMIN.password, LIVE_ACCOUNT.apiKey, LIVE_ACCOUNT.xSignatureKey],
      ...(database === undefined ? [readFileSync(join(data, "secret.key"), "utf8").trim()] : [env.SAPA_SECRET_KEY ?? ""]),
    ],
    async stop() {
      await program.stop();
      vendor.stop();
      await mail.close();
      billplz.stop();
      proxy.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
