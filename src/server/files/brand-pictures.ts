/** The pictures that the settings name: the logo and the icon of the installation. */
import { BRAND_PICTURE, BRAND_PICTURE_MAX_BYTES, BRAND_PICTURE_MAX_KILOBYTES } from "../../contract/brand.ts";
import { type Message, told } from "../../contract/messages/message.ts";
import type { SettingsValues } from "../../contract/settings-fields.ts";
import type { ReadPicture } from "../mail/smtp.ts";
import { invalid } from "../platform/errors.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Log } from "../platform/log.ts";
import type { Db, Tx } from "../platform/storage/db.ts";
import { typeOf } from "./picture.ts";
import { findFile } from "./store.ts";
import { recordUse } from "./upload.ts";

const FIELDS = ["brandLogo", "brandLogoDark", "brandIcon"] as const;

/**
 * The account of the system uses them from now on, so that they stay while the administrator tidies up. Pictures that were
 * named before stay as well: receipts show the logo with which they were issued. @throws DomainError invalid, account_full.
 */
export async function keepBrandPictures(
  tx: Tx,
  findSystem: () => Promise<string>,
  sent: Partial<Pick<SettingsValues, (typeof FIELDS)[number]>>,
): Promise<void> {
  const refused: Record<string, Message> = {};
  for (const field of FIELDS) {
    const path = sent[field] ?? "";
    const hash = hashOf(path);
    if (hash === null) continue;
    const file = await findFile(tx, hash);
    if (!file) refused[field] = told("brand.pictureGone");
    else if (file.bytes > BRAND_PICTURE_MAX_BYTES)
      refused[field] = told("brand.pictureTooLarge", { kilobytes: BRAND_PICTURE_MAX_KILOBYTES });
    else if (!path.endsWith(`.${typeOf(file.mediaType)[0]}`)) refused[field] = told("brand.picture");
    else await recordUse(tx, await findSystem(), hash);
  }
  if (Object.keys(refused).length > 0) throw invalid(refused);
}

const hashOf = (path: string): string | null => BRAND_PICTURE.exec(path)?.[1] ?? null;

/** What needs a logo works without one, so a store that fails is only logged. */
export function createBrandPictures({ db, files, log }: { db: Db; files: FileStore; log: Pick<Log, "warn"> }): ReadPicture {
  return async (path) => {
    const hash = hashOf(path);
    if (hash === null) return null;
    try {
      const file = await findFile(db, hash);
      const found = file && file.bytes <= BRAND_PICTURE_MAX_BYTES ? await files.read(hash) : null;
      if (!file || !found) return null;
      const content = new Uint8Array(await new Response(found.body).arrayBuffer());
      return { content, type: path.endsWith(".png") ? "image/png" : "image/jpeg" };
    } catch (error) {
      log.warn("the logo could not be read; mails and receipts are made without it", { error });
      return null;
    }
  };
}
