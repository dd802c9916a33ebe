import { join } from "node:path";
import { z } from "zod";
import type { KeyCheck } from "../../contract/backup.ts";
import { backupApi } from "../../contract/calls/backups.schema.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import { recordAudit } from "../audit/store.ts";
import { dataPaths } from "../platform/config.ts";
import { conflict, notFound } from "../platform/errors.ts";
import { attachment } from "../platform/http/answer.ts";
import { mount, type Viewer } from "../platform/http/endpoint.ts";
import type { Http } from "../platform/http/http.ts";
import type { RateRule } from "../platform/http/rates.ts";
import type { Keys } from "../platform/keys.ts";
import { type BackupDeps, beginBackupNow } from "./backup-job.ts";
import { listArchives } from "./folder.ts";
import { confirmKey, loadBackupKey } from "./key.ts";
import { presentBackups } from "./present.ts";

type Deps = Pick<BackupDeps, "db" | "log" | "config"> &
  Parameters<typeof presentBackups>[0] & {
    http: Http;
    keys: Keys;
    /** @throws DomainError, if this is not the viewer's password */
    requirePassword(viewer: Viewer, password: string, from: { address: string; signal: AbortSignal }): Promise<void>;
  };

/** Each reads the whole database and fills the disk for a moment. */
const BEGINNINGS: RateRule = { name: "backups.begin", max: 6, perMs: 3_600_000 };
const CHECKS: RateRule = { name: "backups.key", max: 30, perMs: 600_000 };
const LINKS: RateRule = { name: "backups.link", max: 60, perMs: 600_000 };
const PURPOSE = "backup file";
const LINK_MS = 60_000;

const tokenSchema = z.object({ name: z.string(), expiresAt: z.number() });

export function backupRoutes(deps: Deps) {
  const { db, config, keys, http, requirePassword } = deps;
  const { backups } = dataPaths(config.data);
  const requireSqlite = () => {
    if (config.database) throw conflict(told("backups.postgres"));
  };
  const requireFile = (name: string): string => {
    if (!listArchives(backups).some((one) => one.name === name)) throw notFound();
    return name;
  };
  return mount("backups", [
    http.endpoint(backupApi.fetchBackups, () => presentBackups(deps)),
    http.endpoint(backupApi.beginBackup, { limit: BEGINNINGS }, async () => {
      requireSqlite();
      await beginBackupNow(db);
      return presentBackups(deps);
    }),
    http.endpoint(backupApi.showBackupKey, { limit: CHECKS }, async ({ viewer, body, address, request }) => {
      requireSqlite();
      await requirePassword(viewer, body.currentPassword, { address, signal: request.signal });
      await db.transaction((tx) => recordAudit(tx, { actor: viewer, address, action: "backup.key_show", subject: "backups" }));
      return { key: await loadBackupKey(deps) };
    }),
    http.endpoint(backupApi.checkBackupKey, { limit: CHECKS }, async ({ viewer, body, address }) => {
      requireSqlite();
      return CHECKED[await confirmKey(deps, body.key, { actor: viewer, address })];
    }),
    http.endpoint(backupApi.linkBackup, { limit: LINKS }, async ({ viewer, params, address }) => {
      const name = requireFile(params.name);
      await db.transaction((tx) => recordAudit(tx, { actor: viewer, address, action: "backup.download", subject: name }));
      const token = keys.sign({ name, expiresAt: db.now + LINK_MS }, PURPOSE);
      return { path: `/api/backups/${name}/file?token=${encodeURIComponent(token)}` };
    }),
    http.endpoint(backupApi.downloadBackup, { limit: LINKS }, async ({ params, query }) => {
      const link = tokenSchema.safeParse(keys.verify(query.token, PURPOSE)).data;
      if (!link || link.name !== params.name || link.expiresAt < db.now) throw notFound();
      const name = requireFile(link.name);
      return new Response(Bun.file(join(backups, name)), { headers: attachment(name, "application/octet-stream") });
    }),
  ]);
}

const answered = (ok: boolean, { text, ref }: Message): KeyCheck => ({ ok, message: text, told: ref });
const CHECKED: Record<Awaited<ReturnType<typeof confirmKey>>, KeyCheck> = {
  confirmed: answered(true, told("backups.keyRight")),
  other: answered(false, told("backups.keyOther")),
  noKey: answered(false, told("backups.keyNone")),
};
