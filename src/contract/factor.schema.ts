/** What browsers send about second factors. Rules: product 18.14 to 18.20. */
import { z } from "zod";
import { PASSKEY_NAME_MAX } from "./factor.ts";
import { withoutControls } from "./knowledge.ts";
import { refusal } from "./messages/message.ts";
import { currentPassword, linkToken } from "./user.schema.ts";

/** Spaces between the digits do not matter. */
const code = z
  .string()
  .max(20, refusal("factors.wrong"))
  .transform((text) => text.replace(/\s/g, ""));
const recoveryCode = z.string().max(60, refusal("factors.wrong"));
const base64url = z.string().max(16_384);

/** The library that checks the answer reads it more closely. */
export const passkeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url.optional(),
    authenticatorData: base64url.optional(),
    signature: base64url.optional(),
    userHandle: base64url.optional(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
  authenticatorAttachment: z.string().max(40).optional(),
});

const given = {
  code: code.optional(),
  recoveryCode: recoveryCode.optional(),
  passkey: z.object({ token: linkToken, answer: passkeyAnswer }).optional(),
};

/** The second step of a login. */
export const secondStepInput = z.object({ token: linkToken, code: code.optional(), recoveryCode: recoveryCode.optional() });
/** Without a token: a login with a passkey alone. */
export const passkeyLoginStart = z.object({ token: linkToken.optional() });
export const passkeyLogin = z.object({ token: linkToken, isAlone: z.boolean(), answer: passkeyAnswer });

/** Shows who asks: the password and, if there is one, a second factor. */
export const proofInput = z.object({ currentPassword, ...given });
export const provenInput = z.object({ proof: linkToken });
export const appConfirmation = z.object({ token: linkToken, code });
export const newPasskey = z.object({
  token: linkToken,
  name: z
    .string()
    .transform((value) => withoutControls(value).replace(/\s+/g, " ").trim())
    .pipe(z.string().max(PASSKEY_NAME_MAX, refusal("text.tooLong", { max: `${PASSKEY_NAME_MAX}` }))),
  answer: passkeyAnswer,
});
