import { z } from "zod";
import { currentPassword } from "./user.schema.ts";

/** The password of the person who asks for the key of the backups. */
export const backupKeyInput = z.object({ currentPassword });

const TYPED_KEY_MAX = 200;
export const backupKeyCheckInput = z.object({ key: z.string().max(TYPED_KEY_MAX) });

const TOKEN_MAX = 1_000;
export const backupFileQuery = z.object({ token: z.string().max(TOKEN_MAX) });
